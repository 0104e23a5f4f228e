// NVRTC in its process, on texts that are made to harm it. Needs no GPU; cases are skipped where
// NVRTC is not installed. The limits are lower than the program's own, so that they are met in
// seconds.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kernels/measure/child/compiler_process.hpp"
#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "tests/support/skip.hpp"

namespace warplens::measure {
namespace {

const std::string kHarmless = "__global__ void k(float* a) { a[threadIdx.x] = 1; }";

bool has_nvrtc() {
  return !cuda::compiler_version().empty();
}

CompileRequest text_of(const std::string& text) {
  CompileRequest request;
  request.file_name = "kernel.cu";
  request.text = text;
  request.names = {"k"};
  return request;
}

CompilerProcess compiling(const std::string& ulimit = "") {
  if (ulimit.empty()) return CompilerProcess({WARPLENS_COMPILE_CHILD});
  return CompilerProcess({"sh", "-c", "ulimit " + ulimit + "; exec " WARPLENS_COMPILE_CHILD});
}

// Twice as many instances on every level.
const std::string kInstances =
    "template <int N, int M> struct S {\n"
    "  static constexpr int v = S<N - 1, 2 * M>::v + S<N - 1, 2 * M + 1>::v;\n"
    "};\n"
    "template <int M> struct S<0, M> { static constexpr int v = 1; };\n"
    "__global__ void k(float* a) { a[0] = S<26, 1>::v; }\n";

const std::string kSlow =
    "constexpr long f(int n) {\n"
    "  long s = 0;\n"
    "  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) s += i * j;\n"
    "  return s;\n"
    "}\n"
    "template <int I> struct A { static constexpr long v = f(900 + I) + A<I - 1>::v; };\n"
    "template <> struct A<0> { static constexpr long v = 0; };\n"
    "__global__ void k(float* a) { a[0] = A<800>::v; }\n";

}  // namespace

TEST_CASE("compiling: the code of a process is that of a call, bit by bit") {
  WARPLENS_NEEDS(has_nvrtc(), "NVRTC is not installed");
  CompileRequest request = text_of(
      "#include <cuda_fp16.h>\n#include \"own.hpp\"\n__constant__ float table[N];\n"
      "template <int T> __global__ void scale(float* a) { a[threadIdx.x] *= table[T] * kFactor; "
      "atomicAdd(a, 1.0f); }\n");
  request.headers = {{"own.hpp", "constexpr float kFactor = 2;\n"}};
  request.defines = {{"N", "8"}};
  request.names = {"scale<3>", "&table"};
  CompilerProcess process = compiling();
  for (const Build build : {Build::kAsWritten, Build::kAsCompiled}) {
    request.build = build;
    const auto here = cuda::compile(request), there = process.compile(request);
    REQUIRE(here.ok());
    REQUIRE_MESSAGE(there.ok(), (there.ok() ? "" : there.error().message));
    CHECK(there->cubin == here->cubin);
    CHECK(there->lowered == here->lowered);
    CHECK(there->options == here->options);
  }
}

TEST_CASE("compiling: a text that takes memory without end costs a message") {
  WARPLENS_NEEDS(has_nvrtc() && can_limit_memory(),
                 "NVRTC is not installed, or its process can't be limited");
  CompilerProcess compiler = compiling("-v 500000");
  const auto bomb = compiler.compile(text_of(kInstances));
  REQUIRE_FALSE(bomb.ok());
  CHECK(bomb.error().kind == ProblemKind::kMemory);
  CHECK(bomb.error().message.find("out of memory") != std::string::npos);
  CHECK(bomb.error().message.find("2 GiB of memory") != std::string::npos);
  const auto next = compiler.compile(text_of(kHarmless));
  CHECK_MESSAGE(next.ok(), (next.ok() ? "" : next.error().message));
}

TEST_CASE("compiling: a text that aborts the compiler costs a message") {
  WARPLENS_NEEDS(has_nvrtc() && can_limit_memory(),
                 "NVRTC is not installed, or its process can't be limited");
  CompilerProcess compiler = compiling("-v 500000");
  const auto large =
      compiler.compile(text_of("__device__ char big[1000000000] = {1};\n"
                               "__global__ void k(float* a) { a[0] = big[3]; }\n"));
  REQUIRE_FALSE(large.ok());
  CHECK(large.error().kind == ProblemKind::kMemory);
  CHECK(compiler.compile(text_of(kHarmless)).ok());
}

TEST_CASE("compiling: a text that takes time without end costs a message") {
  WARPLENS_NEEDS(has_nvrtc(), "NVRTC is not installed");
  CompilerProcess compiler = compiling("-t 2");
  const auto slow = compiler.compile(text_of(kSlow));
  REQUIRE_FALSE(slow.ok());
  CHECK(slow.error().kind == ProblemKind::kTimeLimit);
  CHECK(slow.error().message.find("30 s of processor time") != std::string::npos);
  CHECK(compiler.compile(text_of(kHarmless)).ok());
}

TEST_CASE("compiling: a text includes the toolkit's files and its own headers, and no others") {
  WARPLENS_NEEDS(has_nvrtc() && can_limit_files(),
                 "NVRTC is not installed, or its process can't be limited");
  const ScratchFolder folder;
  const std::string secret = folder.path() + "/secret.txt";
  std::ofstream(secret) << "the secret\n";
  CompilerProcess compiler = compiling();
  for (const std::string& name : {"\"" + secret + "\"", "<" + secret + ">",
                                  "<../../../../../.." + secret + ">", "\"../.." + secret + "\""}) {
    CAPTURE(name);
    const auto result = compiler.compile(text_of("#include " + name + "\n" + kHarmless));
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().kind == ProblemKind::kCompile);
    CHECK(result.error().message.find("the secret") == std::string::npos);
  }
  const auto hidden = compiler.compile(
      text_of("#if __has_include(\"" + secret + "\")\n#error it is there\n#endif\n" + kHarmless));
  CHECK_MESSAGE(hidden.ok(), (hidden.ok() ? "" : hidden.error().message));
}

TEST_CASE("compiling: no name, value or definition becomes an option") {
  WARPLENS_NEEDS(has_nvrtc(), "NVRTC is not installed");
  CompilerProcess compiler = compiling();
  CompileRequest request = text_of("__global__ void k(int* a) { a[0] = N; }");
  const auto plain = compiler.compile(request);
  CHECK_FALSE(plain.ok());  // N
  request.defines = {{"N", "1 --device-debug --include-path=/"}, {"O", "--fmad=true"}};
  CHECK_FALSE(compiler.compile(request).ok());
  request.defines = {{"N", "1"}, {"O", "--fmad=true"}};
  request.file_name = "--fmad=true";
  const auto compiled = compiler.compile(request);
  REQUIRE_MESSAGE(compiled.ok(), (compiled.ok() ? "" : compiled.error().message));
  CHECK(compiled->options == std::vector<std::string>{"--gpu-architecture=sm_90", "--std=c++17",
                                                      "--device-debug", "--fmad=false",
                                                      "--pre-include=warplens_call_sites.h",
                                                      "--pre-include=warplens_definitions.h"});
  request.names = {"--fmad=true"};
  const auto unnamed = compiler.compile(request);
  REQUIRE_FALSE(unnamed.ok());
  CHECK(unnamed.error().kind == ProblemKind::kCompile);
}

}  // namespace warplens::measure
