// What is read from a cubin, against what the compiler itself prints about each kernel, on every
// capability that it knows. Needs NVRTC and no GPU; without it the cases end.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "kernels/measure/child/compiler_process.hpp"
#include "kernels/measure/cubin/kernel_code.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "kernels/measure/cuda/nvrtc.hpp"
#include "tests/support/skip.hpp"

namespace warplens::measure {
namespace {

const std::string kText =
    "extern __shared__ float dynamic[];\n"
    "__global__ void none(float* a) { a[threadIdx.x] = 1; }\n"
    "__global__ void both(float* a) {\n"
    "  __shared__ double own[33];\n"
    "  own[threadIdx.x] = a[1]; dynamic[threadIdx.x] = a[0];\n"
    "  __syncthreads();\n"
    "  a[threadIdx.x] = dynamic[31 - threadIdx.x] + own[32 - threadIdx.x];\n"
    "}\n"
    "__global__ void unused(float* a) { __shared__ float own[100]; own[0] = a[1]; a[3] = 1; }\n"
    "__global__ void stack(float* a, int n) {\n"
    "  float own[40];\n"
    "  for (int i = 0; i < 40; ++i) own[i] = a[i * n];\n"
    "  for (int i = 0; i < n; ++i) a[i] = own[(i * 7) % 40];\n"
    "}\n"
    "__global__ void __launch_bounds__(1024) limited(double* a, int n) {\n"
    "  double s[24];\n"
    "  for (int i = 0; i < 24; ++i) s[i] = a[i * n + threadIdx.x];\n"
    "  for (int k = 0; k < n; ++k)\n"
    "    for (int i = 0; i < 24; ++i) s[i] = s[i] * s[(i + 5) % 24] + sin(s[i]);\n"
    "  for (int i = 0; i < 24; ++i) a[i * n + threadIdx.x] = s[i];\n"
    "}\n";
const std::vector<std::string> kNames{"none", "both", "unused", "stack", "limited"};

struct Printed {
  unsigned registers = 0;
  unsigned long shared = 0, stack = 0;
};

// A kernel's library functions have properties of their own, under other names.
// "Compiling entry function '_Z4nonePf' for 'sm_90'", "0 bytes stack frame, ...", "Used 10
// registers, used 0 barriers, 272 bytes smem".
std::map<std::string, Printed> printed_in(const std::string& log) {
  std::map<std::string, Printed> found;
  const std::regex parts(
      "(?:entry function '|properties for )([\\w$]+)|(\\d+) bytes stack frame|Used (\\d+) "
      "registers|(\\d+) bytes smem");
  std::string name;
  for (std::sregex_iterator at(log.begin(), log.end(), parts), end; at != end; ++at) {
    const std::smatch& one = *at;
    if (one[1].matched) name = one[1];
    if (one[2].matched) found[name].stack = std::stoul(one[2]);
    if (one[3].matched) found[name].registers = static_cast<unsigned>(std::stoul(one[3]));
    if (one[4].matched) found[name].shared = std::stoul(one[4]);
  }
  return found;
}

}  // namespace

TEST_CASE("registers: the cubin says what the compiler prints, on every capability it knows") {
  const Measured<cuda::Nvrtc> opened = cuda::Nvrtc::open();
  WARPLENS_NEEDS(opened.ok(), "NVRTC is not installed");
  const cuda::Nvrtc& nvrtc = *opened;
  int count = 0;
  REQUIRE(nvrtc.nvrtcGetNumSupportedArchs(&count) == NVRTC_SUCCESS);
  std::vector<int> known(static_cast<size_t>(count));
  REQUIRE(nvrtc.nvrtcGetSupportedArchs(known.data()) == NVRTC_SUCCESS);
  CHECK(count >= 5);
  for (const int compute : known) {
    CAPTURE(compute);
    nvrtcProgram program = nullptr;
    REQUIRE(nvrtc.nvrtcCreateProgram(&program, kText.c_str(), "k.cu", 0, nullptr, nullptr) ==
            NVRTC_SUCCESS);
    for (const std::string& name : kNames)
      CHECK(nvrtc.nvrtcAddNameExpression(program, name.c_str()) == NVRTC_SUCCESS);
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(compute);
    const char* options[] = {architecture.c_str(), "--ptxas-options=-v"};
    REQUIRE(nvrtc.nvrtcCompileProgram(program, 2, options) == NVRTC_SUCCESS);
    size_t size = 0;
    nvrtc.nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtc.nvrtcGetProgramLog(program, log.data());
    std::map<std::string, std::string> lowered;
    for (const std::string& name : kNames) {
      const char* as = nullptr;
      REQUIRE(nvrtc.nvrtcGetLoweredName(program, name.c_str(), &as) == NVRTC_SUCCESS);
      lowered[name] = as;
    }
    nvrtc.nvrtcGetCUBINSize(program, &size);
    std::vector<char> cubin(size);
    REQUIRE(nvrtc.nvrtcGetCUBIN(program, cubin.data()) == NVRTC_SUCCESS);
    nvrtc.nvrtcDestroyProgram(&program);

    const auto kernels = cubin::kernels_of(cubin, lowered);
    REQUIRE(kernels.ok());
    REQUIRE(kernels->size() == kNames.size());
    std::map<std::string, Printed> printed = printed_in(log);
    REQUIRE(printed.size() >= kNames.size());
    for (const KernelCode& code : *kernels) {
      CAPTURE(code.kernel);
      const Printed& own = printed[lowered[code.kernel]];
      CHECK(own.registers > 0);
      CHECK(code.registers == own.registers);
      CHECK(code.static_shared == own.shared);
      CHECK(code.stack == own.stack);
    }
  }
}

TEST_CASE("registers: the compiling process answers with them") {
  WARPLENS_NEEDS(!cuda::compiler_version().empty(), "NVRTC is not installed");
  CompileRequest request;
  request.file_name = "k.cu";
  request.text = kText;
  request.names = {"both"};
  request.build = Build::kAsCompiled;
  CompilerProcess process({WARPLENS_COMPILE_CHILD});
  const auto compiled = process.compile(request);
  REQUIRE(compiled.ok());
  CHECK(compiled->target == "sm_90");
  CHECK(compiled->compiler == cuda::compiler_version());
  REQUIRE(compiled->kernels.size() == 1);
  CHECK(compiled->kernels.front().kernel == "both");
  CHECK(compiled->kernels.front().static_shared == 272);
  CHECK(compiled->kernels.front().registers > 0);

  const std::atomic<bool> cancelled{true};
  const auto ended = process.compile(request, &cancelled);
  REQUIRE_FALSE(ended.ok());
  CHECK(ended.error().kind == ProblemKind::kCancelled);
}

}  // namespace warplens::measure
