// A kernel is judged by what it reaches: its neighbours' mistakes, and what is not supported in
// them, are listed and stop nothing else.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/compile.hpp"
#include "tests/support/golden_sentences.hpp"

namespace base = warplens::base;
namespace lang = warplens::lang;
using warplens::test::golden;

namespace {

constexpr const char* kGood = "__global__ void good(float* a) { a[threadIdx.x] = 1; }\n";

lang::Survey survey_of(const std::string& text, const std::vector<std::string>& kernels = {}) {
  lang::CompileOptions options;
  options.kernels = kernels;
  return lang::survey(base::SourceFile("test.cu", text), options);
}

std::string word(lang::KernelState state) {
  switch (state) {
    case lang::KernelState::kReady:
      return "ready";
    case lang::KernelState::kUnsupported:
      return "unsupported";
    case lang::KernelState::kWrong:
      return "wrong";
    case lang::KernelState::kTemplate:
      return "template";
  }
  return "";
}

// "good ready, bad wrong"
std::string states_of(const lang::Unit& unit) {
  std::string text;
  for (const lang::ListedKernel& kernel : unit.listed)
    text += (text.empty() ? "" : ", ") + kernel.name + " " + word(kernel.state);
  return text;
}

const lang::ListedKernel& listed(const lang::Unit& unit, const std::string& name) {
  const auto found =
      std::find_if(unit.listed.begin(), unit.listed.end(),
                   [&](const lang::ListedKernel& kernel) { return kernel.name == name; });
  REQUIRE(found != unit.listed.end());
  return *found;
}

std::string messages(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& diagnostic : diagnostics) text += diagnostic.message + "\n";
  return text;
}

std::string message_at(const base::Diagnostic& diagnostic, const lang::Unit& unit) {
  return std::to_string(unit.file.line_of(diagnostic.span.begin)) + ": " + diagnostic.message;
}

}  // namespace

TEST_CASE("judge: mistakes that a kernel does not reach do not stop it") {
  for (const char* neighbour : {
           "__global__ void bad(float* a) { asm(\"wgmma.fence;\"); }\n",
           "__global__ void bad(float* a) { a[0] = ; }\n",
           "__global__ void bad(float* a) { a[0] = unknown; }\n",
           "__global__ void bad(Unknown* a) { a[0] = 1; }\n",
           "__global__ int bad(float* a) { a[0] = 1; }\n",
           "__device__ float unused(float v) { return tex2D<float>(1, v, v); }\n",
           "__device__ float unused(Unknown v) { return v * ; }\n",
           "texture<float, 2> image;\n",
           "template <typename T> __global__ void bad(T* a) { asm(\"nop;\"); }\n",
           "template <typename T = float> __global__ void bad(T* a) { asm(\"nop;\"); }\n",
           "template <typename T> __global__ void bad(T* a) { a[0] = 1 +; }\n"
           "void host(float* a) { bad<float><<<1, 1>>>(a); }\n",
           "struct Shape { virtual float area(); Unknown u; };\n",
           "void host() { std::string s = \"it's\"; auto f = [](auto x) { return x; }; }\n",
           "void host() { const char* s = \"never closed; }\n",
           "void host() { int n = 3；}\n",
           "#define BROKEN(a, a b) a\n",
           "#define BROKEN \"never closed\n",
           "_global_ void bad(float* a) { a[0] = 1; }\n",
           "struct Open { float x;\n",
           "__global__ void bad(float* a) { if (a[0] > 0) { a[0] = 1; }\n",
       }) {
    CAPTURE(neighbour);
    for (const bool is_before : {true, false}) {
      CAPTURE(is_before);
      const std::string text =
          is_before ? neighbour + std::string(kGood) : kGood + std::string(neighbour);
      const lang::Survey survey = survey_of(text);
      CHECK(messages(survey.errors) == "");
      const auto& kernels = survey.unit->kernels;
      REQUIRE(kernels.size() == 1);
      CHECK(kernels[0].name == "good");
      CHECK(kernels[0].body != nullptr);
      CHECK(listed(*survey.unit, "good").state == lang::KernelState::kReady);
      CHECK(messages(survey_of(text, {"good"}).errors) == "");
    }
  }
}

TEST_CASE("judge: states distinguish unsupported from wrong kernels, with the places") {
  const std::string text =
      "__global__ void tensor(float* a) {\n  nvcuda::wmma::fragment<int> f;\n}\n"
      "__global__ void wrong(float* a, int n) {\n  a[n] = 1 +;\n}\n"
      "template <int N> __global__ void sized(float* a) { a[N] = 1; }\n" +
      std::string(kGood);
  const lang::Survey survey = survey_of(text);
  CHECK(messages(survey.errors) == "");
  const lang::Unit& unit = *survey.unit;
  CHECK(states_of(unit) == "tensor unsupported, wrong wrong, sized<int N> template, good ready");
  CHECK(message_at(listed(unit, "tensor").errors.at(0), unit) == golden("lang.judge.tensor_cores"));
  CHECK(unit.file.line_of(listed(unit, "wrong").errors.at(0).span.begin) == 5);
  CHECK(listed(unit, "wrong").parameters == "float* a, int n");
  CHECK(unit.marks.size() >= 2);
}

TEST_CASE("judge: only a requested kernel's own errors count") {
  const std::string text =
      "__device__ float shared_by_two(float v) {\n  return v +;\n}\n"
      "__global__ void first(float* a) { a[0] = shared_by_two(a[1]); }\n"
      "__global__ void second(float* a) { a[0] = shared_by_two(a[2]); a[1] = gone; }\n"
      "__global__ void third(float* a) { asm(\"nop;\"); }\n" +
      std::string(kGood);
  const lang::Survey second = survey_of(text, {"second"});
  REQUIRE(second.errors.size() == 2);
  CHECK(message_at(second.errors[0], *second.unit).starts_with("2: "));
  CHECK(message_at(second.errors[1], *second.unit) == "5: unknown name 'gone'");
  CHECK(survey_of(text, {"third"}).errors.size() == 1);
  CHECK(survey_of(text, {"good"}).errors.empty());
  CHECK(states_of(*second.unit) == "first wrong, second wrong, third unsupported, good ready");
}

TEST_CASE("judge: where no kernel is ready all errors of the text are shown") {
  const lang::Survey survey = survey_of(
      "__global__ void one(float* a) { a[0] = x; }\n__global__ void two(float* a) { a[0] = y; }\n");
  CHECK(messages(survey.errors) == golden("lang.judge.two_unknown_names"));
  CHECK(survey.unit->kernels.empty());
}

TEST_CASE("judge: a mistake of the text counts for what uses it") {
  const lang::Survey constant = survey_of(
      "const int kWidth = 1６;\n"
      "__global__ void user(float* a) { a[kWidth] = 1; }\n" +
      std::string(kGood));
  CHECK(states_of(*constant.unit) == "user wrong, good ready");
  const lang::Survey macro = survey_of(
      "#define SCALE(a a\n"
      "__global__ void user(float* a) { a[0] = SCALE(1); }\n" +
      std::string(kGood));
  CHECK(states_of(*macro.unit) == "user wrong, good ready");
}

TEST_CASE("judge: a surplus brace makes the text before it uncertain") {
  const lang::Survey survey =
      survey_of("}\n" + std::string(kGood) +
                "__global__ void cut(float* a) { if (a[0] > 0) a[0] = 2; } a[1] = 3; }\n"
                "__global__ void after(float* a) { a[0] = 1; }\n");
  CHECK(states_of(*survey.unit) == "good ready, cut wrong, after ready");
}

TEST_CASE("judge: #error and static_assert concern the whole file") {
  CHECK(survey_of("#error no\n" + std::string(kGood)).errors.size() == 1);
  CHECK(survey_of("static_assert(1 == 2);\n" + std::string(kGood)).errors.size() == 1);
}

TEST_CASE("judge: kernels of one name keep their numbers whether the first is ready or not") {
  const std::string first = "__global__ void k(float* a) { asm(\"nop;\"); }\n";
  const std::string second = "__global__ void k(float* a, int n) { a[n] = 1; }\n";
  const lang::Survey survey = survey_of(first + second);
  CHECK(states_of(*survey.unit) == "k unsupported, k#2 ready");
  REQUIRE(survey.unit->kernels.size() == 1);
  CHECK(survey.unit->kernels[0].name == "k#2");
}

TEST_CASE("judge: an unsupported overload makes calls of its name an error") {
  const lang::Survey survey = survey_of(
      "__device__ float pick(float v) { return v; }\n"
      "__device__ float pick(cudaTextureObject_t v) { return 1; }\n"
      "__global__ void user(float* a) { a[0] = pick(a[1]); }\n" +
      std::string(kGood));
  CHECK(states_of(*survey.unit) == "user unsupported, good ready");
}

TEST_CASE("judge: an instance's errors have a place and name what needs it") {
  const std::string text =
      "template <typename T>\n__device__ T twice(T v) {\n  return v.x;\n}\n"
      "template <typename T>\n__global__ void scale(T* a) {\n  a[0] = twice(a[0]);\n}\n"
      "void host(float* a) {\n  scale<float><<<1, 32>>>(a);\n}\n";
  const lang::Survey survey = survey_of(text);
  REQUIRE(survey.errors.size() == 1);
  CHECK(survey.unit->file.line_of(survey.errors[0].span.begin) == 3);
  CHECK(survey.errors[0].context == golden("lang.judge.context_of_use"));

  const std::string head =
      "template <typename T>\n__global__ void scale(Missing<T>* a) { a[0] = 1; }\n";
  const lang::Survey named = survey_of(head, {"scale<float>"});
  REQUIRE(named.errors.size() >= 1);
  CHECK(message_at(named.errors[0], *named.unit) == golden("lang.judge.unknown_type"));
  CHECK(named.errors[0].context == golden("lang.judge.context_of_option"));
}

TEST_CASE("judge: what is missing is reported once") {
  const lang::Survey survey = survey_of(
      "__device__ real half_of(real v) { return v / 2; }\n"
      "__global__ void k(real* a, real b, const real* c) {\n"
      "  real x = a[0] + b;\n  real y = c[0];\n  a[1] = half_of(x + y);\n}\n");
  CHECK(messages(survey.errors) == "unknown type 'real'\n");
}

TEST_CASE("judge: a comment that is never closed stops the kernels that it hides") {
  const lang::Survey behind = survey_of(std::string(kGood) + "/* to be continued\n");
  CHECK(behind.errors.empty());
  CHECK(states_of(*behind.unit) == "good ready");
  CHECK(messages(behind.unit->marks) == golden("lang.text.unclosed_comment"));
  const lang::Survey within = survey_of(std::string(kGood) + "__global__ void k() { /* }\n");
  CHECK(messages(within.errors) == golden("lang.text.unclosed_comment"));
}

TEST_CASE("judge: hints for unknown names are true") {
  const auto hint_of = [](const std::string& name) {
    const lang::Survey survey = survey_of("__global__ void k(float* a) { a[0] = " + name + "; }\n");
    REQUIRE(survey.errors.size() == 1);
    return survey.errors[0].hint;
  };
  CHECK(hint_of("WARPSIZE").find("#define WARPSIZE 32") != std::string::npos);
  CHECK(hint_of("WARPSIZE").find("write warpSize") != std::string::npos);
  CHECK(hint_of("j0f(a[1])").find("write a __device__ function") != std::string::npos);
  CHECK(hint_of("WARP_SIZE").find("16") == std::string::npos);
  CHECK(hint_of("BLOCK_ROWS").find("#define BLOCK_ROWS VALUE") != std::string::npos);
}

TEST_CASE("judge: among overloads that fit equally well those of the text are named first") {
  const lang::Survey survey = survey_of(
      "__device__ short min(short x, short y) { return x < y ? x : y; }\n"
      "__global__ void k(float* a) { short s = 1; a[0] = min(s, 2.0); }\n");
  REQUIRE(survey.errors.size() == 1);
  CHECK(survey.errors[0].hint.starts_with("there are: min(short, short) in line 1; CUDA's min("));
}

TEST_CASE("judge: a name that a missing file may declare is an error only where it is used") {
  lang::CompileOptions options;
  const std::string text =
      "#include <unknown_library.hpp>\n"
      "__global__ void user(float* a) { a[0] = helper(a[1]); a[1] = kOther; }\n" +
      std::string(kGood);
  const lang::Survey survey = survey_of(text);
  CHECK(states_of(*survey.unit) == "user unsupported, good ready");
  CHECK(messages(listed(*survey.unit, "user").errors) ==
        golden("lang.judge.function_of_missing_header"));
}
