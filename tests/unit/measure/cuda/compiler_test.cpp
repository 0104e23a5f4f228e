// NVRTC by way of compile(). Cases that need it are skipped where there is none.
#include "kernels/measure/cuda/compiler.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kernels/measure/cuda/call_sites.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/skip.hpp"

using warplens::test::golden;

namespace warplens::measure::cuda {
namespace {

bool has_compiler() {
  return !compiler_version().empty();
}

CompileRequest request_of(std::string text) {
  CompileRequest request;
  request.file_name = "kernel.cu";
  request.text = std::move(text);
  return request;
}

bool given(const Compiled& compiled, const std::string& option) {
  return std::find(compiled.options.begin(), compiled.options.end(), option) !=
         compiled.options.end();
}

TEST_CASE("architecture: a cubin for the GPU or an older minor version, PTX for a newer GPU") {
  const std::vector<int> known{90, 75, 120, 80, 86, 100};
  CHECK(choose_architecture(known, 90)->option == "sm_90");
  CHECK(choose_architecture(known, 89)->option == "sm_86");
  CHECK_FALSE(choose_architecture(known, 89)->is_virtual);
  CHECK(choose_architecture(known, 130)->option == "compute_120");
  CHECK(choose_architecture(known, 130)->is_virtual);
  CHECK_FALSE(choose_architecture(known, 70).has_value());
  CHECK_FALSE(choose_architecture({}, 90).has_value());
}

TEST_CASE("first error: one line, with the number of the others") {
  CHECK(first_error(
            "a.cu(1): warning: unused\na.cu(2): error: x is undefined\n\n1 error detected\n") ==
        "a.cu(2): error: x is undefined");
  CHECK(first_error("a.cu(2): error: x\na.cu(3): error: y\na.cu(4): error: z\n") ==
        golden("measure.compiler.first_of_three_errors"));
  CHECK(first_error("nvrtc: invalid value\nmore") == "nvrtc: invalid value");
  CHECK(first_error("") == "it says no more");
}

TEST_CASE("compile: both builds, definitions, headers, template arguments and variables") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of(
      "#include \"own.hpp\"\n"
      "__constant__ float table[N];\n"
      "template <int T> __global__ void scale(float* a) { a[threadIdx.x] *= table[T] * kFactor; "
      "}\n");
  request.headers.push_back({"own.hpp", "constexpr float kFactor = 2;\n"});
  request.defines = {{"N", "8"}, {"EMPTY", ""}};
  request.names = {"scale<3>", "&table"};
  const Measured<Compiled> as_written = compile(request);
  REQUIRE(as_written.ok());
  CHECK(as_written->lowered.at("scale<3>") == "_Z5scaleILi3EEvPf");
  CHECK(as_written->lowered.at("&table") == "table");
  CHECK(given(*as_written, "--device-debug"));
  CHECK(given(*as_written, "--fmad=false"));
  CHECK_FALSE(as_written->is_ptx);
  REQUIRE(as_written->cubin.size() > 4);
  CHECK(std::string(as_written->cubin.data() + 1, 3) == "ELF");

  request.build = Build::kAsCompiled;
  const Measured<Compiled> as_compiled = compile(request);
  REQUIRE(as_compiled.ok());
  CHECK_FALSE(given(*as_compiled, "--device-debug"));
  CHECK_FALSE(given(*as_compiled, "--fmad=false"));
  CHECK(as_compiled->cubin != as_written->cubin);
}

TEST_CASE("compile: a definition may be called as the toolkit's headers call their own") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of(
      "#include <cuda_fp16.h>\n"
      "__global__ void k(T* a) { a[threadIdx.x % N] = value; static_assert(FLAG == 1, \"\"); }\n");
  request.defines = {{"T", "half"}, {"N", "8"}, {"value", "3"}, {"FLAG", ""}};
  request.names = {"k"};
  for (const Build build : {Build::kAsWritten, Build::kAsCompiled}) {
    request.build = build;
    const Measured<Compiled> compiled = compile(request);
    CHECK_MESSAGE(compiled.ok(), (compiled.ok() ? "" : compiled.error().message));
  }
}

TEST_CASE("call sites: which of the toolkit's names a text declares itself") {
  CHECK(own_functions({"__device__ float atomicMax(float* a, float b);\n"
                       "__device__ double *\natomicExch (double* a) { return a; }"}) ==
        std::set<std::string>{"atomicMax", "atomicExch"});
  CHECK(own_functions({"int x = atomicAdd(a, 1); if (n) atomicSub(a, 1); else atomicMin(a, 2);\n"
                       "return atomicMax(a, (3 + atomicInc(b, 4u))); do __stcg(a, 2); while (0);"})
            .empty());
}

TEST_CASE("call sites: the toolkit's headers that texts include, among any number of blanks") {
  const std::string blanks(300000, ' ');
  CHECK(toolkit_includes(
            {blanks + "\n  # include\t<cuda_fp16.h> // halves\r\n#include \"own.h\"\n" + blanks +
             "#" + blanks + "x\n#include <broken\n"}) == "#include <cuda_fp16.h>\n");
  CHECK(own_functions({"int" + blanks + "x;" + blanks}).empty());
}

TEST_CASE("compile: options hold no path of this machine") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of("__global__ void k() {}");
  const Measured<Compiled> compiled = compile(request);
  REQUIRE(compiled.ok());
  for (const std::string& option : compiled->options) {
    CHECK(option.find('/') == std::string::npos);
  }
}

TEST_CASE("compile: the toolkit's own headers are found") {
  WARPLENS_NEEDS(has_compiler() && !toolkit_folder().empty(), "the CUDA Toolkit is not installed");
  CompileRequest request = request_of(
      "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n"
      "__global__ void k(__half* a) { cooperative_groups::this_thread_block().sync(); *a = 1; }");
  request.names = {"k"};
  const Measured<Compiled> compiled = compile(request);
  REQUIRE(compiled.ok());
  CHECK_FALSE(compiled->lowered.at("k").empty());
}

TEST_CASE("compile: what NVRTC refuses is a sentence with file and line") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  const Measured<Compiled> compiled =
      compile(request_of("\n__global__ void k() { x = 1; y = 2; }"));
  REQUIRE_FALSE(compiled.ok());
  CHECK(compiled.error().kind == ProblemKind::kCompile);
  CHECK(compiled.error().message.find("kernel.cu(2): error:") != std::string::npos);
  CHECK(compiled.error().message.find("and 1 more error") != std::string::npos);
  CHECK(compiled.error().message.find('\n') == std::string::npos);
}

TEST_CASE("compile: a name that the text does not have") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of("__global__ void k() {}");
  request.names = {"other"};
  const Measured<Compiled> compiled = compile(request);
  REQUIRE_FALSE(compiled.ok());
  CHECK(compiled.error().kind == ProblemKind::kCompile);
  CHECK(compiled.error().message.find("other") != std::string::npos);
}

TEST_CASE("compile: a GPU that the toolkit no longer knows") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of("__global__ void k() {}");
  request.compute_major = 1;
  const Measured<Compiled> compiled = compile(request);
  REQUIRE_FALSE(compiled.ok());
  CHECK(compiled.error().kind == ProblemKind::kNoCompiler);
}

TEST_CASE("compile: a GPU newer than the toolkit gets PTX") {
  WARPLENS_NEEDS(has_compiler(), "NVRTC is not installed");
  CompileRequest request = request_of("__global__ void k() {}");
  request.compute_major = 90;
  const Measured<Compiled> compiled = compile(request);
  REQUIRE(compiled.ok());
  CHECK(compiled->is_ptx);
  CHECK(std::string(compiled->cubin.data()).find(".target sm_") != std::string::npos);
}

}  // namespace
}  // namespace warplens::measure::cuda
