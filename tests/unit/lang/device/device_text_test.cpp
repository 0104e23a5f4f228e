// What is left of a text for a compiler of device code: lines stay, host code is removed.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/lang/device/device_text.hpp"

using namespace warplens;

namespace {

using Files = std::map<std::string, std::string>;

struct Made {
  std::string text;  // without the first lines that bring the types header
  std::string types;
  Files headers;
};

// For the kernels of these names; of all, where none is given.
base::Checked<lang::DeviceText> try_make(const std::string& text,
                                         const std::vector<std::string>& names,
                                         std::vector<lang::Define> defines, const Files& files) {
  lang::CompileOptions options;
  options.defines = std::move(defines);
  for (const std::string& name : names) options.kernels.push_back(name);
  options.read_include = [&](const std::string& name) -> std::optional<std::string> {
    const auto file = files.find(name);
    return file == files.end() ? std::nullopt : std::optional(file->second);
  };
  const base::SourceFile file("test.cu", text);
  const auto unit = lang::compile(file, options);
  REQUIRE_MESSAGE(unit.ok(), (unit.ok() ? "" : base::render(unit.error(), file)));
  std::vector<const lang::Kernel*> kernels;
  for (const lang::Kernel& kernel : unit.value()->kernels) {
    const bool is_wanted = std::find(names.begin(), names.end(), kernel.name) != names.end();
    if (names.empty() || is_wanted) kernels.push_back(&kernel);
  }
  return lang::device_text(file, options, *unit.value(), kernels);
}

Made make(const std::string& text, const std::vector<std::string>& names = {},
          std::vector<lang::Define> defines = {}, const Files& files = {}) {
  const auto made = try_make(text, names, std::move(defines), files);
  REQUIRE(made.ok());
  Made result;
  result.text = made.value().text;
  const std::string head = "#include \"warplens_types.h\"\n#line 1\n";
  if (result.text.starts_with(head)) result.text.erase(0, head.size());
  for (const auto& header : made.value().headers) {
    if (header.name == lang::kTypesHeader) {
      result.types = header.text;
    } else {
      result.headers[header.name] = header.text;
    }
  }
  // What is removed moves nothing else.
  CHECK(std::count(result.text.begin(), result.text.end(), '\n') ==
        std::count(text.begin(), text.end(), '\n'));
  return result;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kKernel = "__global__ void k(int* a) { a[0] = 1; }\n";

}  // namespace

TEST_CASE("device text: host code becomes blanks, line for line") {
  const Made made = make(
      "#include <vector>\n"
      "#include <cuda_runtime.h>\n"
      "std::vector<int> numbers;\n"
      "/* kept */ int helper(int x) {\n  return x;\n}\n" +
      kKernel + "int main() {\n  k<<<1, 1>>>(nullptr);\n}\n");
  CHECK(!has(made.text, "vector"));
  CHECK(!has(made.text, "cuda_runtime"));
  CHECK(!has(made.text, "helper"));
  CHECK(!has(made.text, "<<<"));
  CHECK(has(made.text, "\n\n\n/* kept */") == false);
  CHECK(has(made.text, kKernel));
  CHECK(std::count(made.text.begin(),
                   made.text.begin() + static_cast<std::ptrdiff_t>(made.text.find("__global__")),
                   '\n') == 6);
  CHECK(made.types.empty());
}

TEST_CASE("device text: what a kernel uses stays, and what that uses") {
  const Made made = make(
      "const int kSide = 4;\n"
      "const int kOther = 5;\n"
      "struct Inner { float v[kSide]; };\n"
      "struct Outer { Inner inner; };\n"
      "struct Unused { int n; };\n"
      "typedef Outer Name;\n"
      "enum Kind { kFirst, kSecond };\n"
      "namespace geo { __device__ int area() { return kSecond; } }\n"
      "__device__ int unused() { return 3; }\n"
      "__constant__ float weights[4];\n"
      "__global__ void k(Name* o) { o[0].inner.v[0] = geo::area() + weights[1]; }\n");
  for (const char* kept : {"kSide = 4", "struct Inner", "struct Outer", "typedef Outer Name",
                           "enum Kind", "int area()", "weights[4]", "namespace geo {"})
    CHECK_MESSAGE(has(made.text, kept), kept);
  for (const char* gone : {"kOther", "Unused", "int unused"})
    CHECK_MESSAGE(!has(made.text, gone), gone);
}

TEST_CASE("device text: conditionals are decided, definitions stay") {
  const std::string text =
      "#ifndef TILE\n#define TILE 16\n#endif\n"
      "#if TILE > 8\n#define BIG 1\n#else\n#error small\n#endif\n"
      "__global__ void k(int* a) {\n"
      "#ifdef BIG\n  a[0] = TILE;\n#else\n  a[0] = wrong;\n#endif\n}\n";
  const Made made = make(text);
  CHECK(has(made.text, "#define TILE 16"));
  CHECK(has(made.text, "#define BIG 1"));
  CHECK(!has(made.text, "#if"));
  CHECK(!has(made.text, "#e"));
  CHECK(!has(made.text, "wrong"));
  const Made other = make(text, {}, {{"TILE", "32"}});
  CHECK(!has(other.text, "#define TILE"));
  CHECK(has(other.text, "a[0] = TILE"));
}

TEST_CASE("device text: a definition between host lines stays; a pragma in a kernel, too") {
  const Made made = make(
      "void host() {\n#define STEP 2\n  int unused = STEP;\n}\n"
      "__global__ void k(int* a) {\n#pragma unroll 4\n  for (int i = 0; i < 8; ++i) a[i] = "
      "STEP;\n}\n");
  CHECK(has(made.text, "#define STEP 2"));
  CHECK(!has(made.text, "unused"));
  CHECK(has(made.text, "#pragma unroll 4"));
}

TEST_CASE("device text: host members of a struct go, constexpr functions become device code") {
  const Made made = make(
      "constexpr int pad(int v) { return v + 1; }\n"
      "struct P {\n"
      "  float x = 1;\n"
      "  P() = default;\n"
      "  P(float v) : x{v} { log(v); }\n"
      " public:\n"
      "  static void log(float v) { printf(\"%f\", v); }\n"
      "  __device__ float twice() const { return 2 * x; }\n"
      "  float size() const;\n"
      "  float row[pad(3)];\n"
      "};\n"
      "__global__ void k(P* p, float* a) { a[pad(0)] = p[0].twice(); }\n");
  CHECK(has(made.text, "__device__ constexpr int pad"));
  CHECK(has(made.text, "P() = default;"));
  CHECK(has(made.text, "float twice() const"));
  CHECK(has(made.text, "public:"));
  CHECK(has(made.text, "float row[pad(3)];"));
  CHECK(!has(made.text, "log"));
  CHECK(!has(made.text, "size"));
}

TEST_CASE("device text: a member whose __device__ is at its definition gets it in its struct") {
  const Made made = make(
      "struct P {\n"
      "  float x;\n"
      "  float twice() const;\n"
      "  P operator+(const P& o) const;\n"
      "  float size() const;\n"
      "};\n"
      "__device__ float P::twice() const { return 2 * x; }\n"
      "__device__ P P::operator+(const P& o) const { return {x + o.x}; }\n"
      "float P::size() const { return x; }\n"
      "__global__ void k(P* p, float* a) { a[0] = (p[0] + p[1]).twice(); }\n");
  CHECK(has(made.text, "  __device__ float twice() const;"));
  CHECK(has(made.text, "  __device__ P operator+(const P& o) const;"));
  CHECK(has(made.text, "__device__ float P::twice"));
  CHECK(!has(made.text, "size"));
}

TEST_CASE("device text: of two programs in a file, the chosen kernel's") {
  const std::string text =
      "const int kN = 1;\n__device__ int f(int v) { return v + kN; }\n"
      "__global__ void k(int* a) { a[0] = f(1); }\nint main() { return 0; }\n"
      "const int kN = 2;\n__device__ int f(int w) { return w * kN; }\n"
      "__global__ void k(int* a) { a[1] = f(2); }\nint main(int argc, char** argv) { return 1; }\n";
  const Made first = make(text, {"k"});
  CHECK(has(first.text, "a[0]"));
  CHECK(has(first.text, "v + kN"));
  CHECK(has(first.text, "kN = 1"));
  CHECK(!has(first.text, "a[1]"));
  CHECK(!has(first.text, "w * kN"));
  CHECK(!has(first.text, "kN = 2"));
  const Made second = make(text, {"k#2"});
  CHECK(has(second.text, "a[1]"));
  CHECK(has(second.text, "w * kN"));
  CHECK(has(second.text, "kN = 2"));
  CHECK(!has(second.text, "v + kN"));
  const auto both = try_make(text, {"k", "k#2"}, {}, {});
  REQUIRE(!both.ok());
  CHECK(has(both.error().front().message, "different programs"));
}

TEST_CASE("device text: a file's own headers come along under the names that it gets") {
  const Files files{{"lib/a.h",
                     "#pragma once\n#include \"b.h\"\nint host(int);\n"
                     "__device__ int from_a() { return from_b(); }\n"},
                    {"lib/b.h",
                     "#ifndef B_H\n#define B_H\n#include <cstdio>\n"
                     "__device__ int from_b() { return 3; }\n#endif\n"}};
  const Made made = make(
      "#include \"lib/a.h\"\n#include \"lib/b.h\"\n#include <cuda_fp16.h>\n"
      "__global__ void k(int* a) { a[0] = from_a(); }\n",
      {}, {}, files);
  CHECK(has(made.text, "#include \"lib/a.h\"\n#include \"lib/b.h\"\n#include <cuda_fp16.h>\n"));
  REQUIRE(made.headers.size() == 2);
  CHECK(has(made.headers.at("lib/a.h"), "#pragma once\n#include \"lib/b.h\"\n"));
  CHECK(!has(made.headers.at("lib/a.h"), "host"));
  CHECK(has(made.headers.at("lib/b.h"), "#ifndef B_H"));  // read twice: the guard is needed
  CHECK(!has(made.headers.at("lib/b.h"), "cstdio"));
  CHECK(has(made.headers.at("lib/b.h"), "from_b"));
}

TEST_CASE("device text: types and constants of standard headers come from one of our own") {
  const Made made = make(
      "#include <cstdint>\n#include <cfloat>\n#define INT_MAX 5\n"
      "using namespace std;\n"
      "__global__ void k(uint8_t* a, float* b, __half* h) {\n"
      "  b[0] = std::max(FLT_MAX, 1.0f);\n  a[0] = INT_MAX;\n}\n");
  CHECK(has(made.types, "typedef unsigned char uint8_t;"));
  CHECK(has(made.types, "#define FLT_MAX "));
  CHECK(!has(made.types, "INT_MAX"));
  CHECK(has(made.types, "using ::max;"));
  CHECK(has(made.types, "#include <cuda_fp16.h>"));
  CHECK(!has(made.types, "int64_t"));
  CHECK(has(made.text, "using namespace std;"));
}

TEST_CASE("device text: bfloat numbers bring their header") {
  const std::string kernel = "__global__ void k(__nv_bfloat16* h) { h[0] = h[1]; }\n";
  CHECK(has(make(kernel).types, "#include <cuda_bf16.h>"));
  const Made made = make("#include <cuda_bf16.h>\n" + kernel);
  CHECK(has(made.text, "#include <cuda_bf16.h>"));
  CHECK(!has(made.types, "#include <cuda_bf16.h>"));
}

TEST_CASE("device text: std::'s integer types, as the toolkit's own headers have them") {
  const std::string kernel =
      "std::size_t host();\n__global__ void k(std::int64_t* a) { a[0] = 1; }\n";
  const Made plain = make(kernel);
  CHECK(has(plain.text, "(std::int64_t* a)"));
  CHECK(!has(plain.text, "std::size_t"));
  CHECK(has(plain.types, "typedef long int64_t;"));
  CHECK(has(plain.types, "using ::int64_t;"));
  CHECK(
      has(make("#include <cooperative_groups.h>\n" + kernel).types, "typedef long long int64_t;"));
}

TEST_CASE("device text: a kernel's name as code would write it") {
  const base::SourceFile file(
      "test.cu",
      "namespace geo { enum class Op { a, b };\n"
      "template <Op op, typename T, bool kFast> __global__ void k(T* p) { p[0] = 1; } }\n");
  lang::CompileOptions options;
  options.kernels.push_back("geo::k<geo::Op::b, float, true>");
  const auto unit = lang::compile(file, options);
  REQUIRE(unit.ok());
  REQUIRE(unit.value()->kernels.size() == 1);
  CHECK(unit.value()->kernels[0].expression == "geo::k<(geo::Op)1, float, true>");
}

TEST_CASE("device text: a type stays, the host's variables of it go") {
  const Made made = make(
      "struct Options { int n; } options = {3}, *more;\n"
      "enum Mode { kOn, kOff } mode = kOff;\n"
      "struct Odd { char c; int v; } __attribute__((packed));\n"
      "__global__ void k(int* a) { Options o; o.n = kOff; a[0] = o.n + sizeof(Odd); }\n");
  CHECK(has(made.text, "struct Options { int n; }" + std::string(21, ' ') + ";"));
  CHECK(has(made.text, "enum Mode { kOn, kOff }" + std::string(12, ' ') + ";"));
  CHECK(has(made.text, "__attribute__((packed));"));
}

TEST_CASE("device text: of the standard library only what device code may use") {
  const Made made = make(
      "using std::vector;\nusing std::max;\nusing namespace std::chrono_literals;\n"
      "typedef std::map<int, float> Table;\ntypedef pair<int, int> Two;\n"
      "struct S { float s; std::vector<int> list() { return {}; } };\n"
      "__global__ void k(float* a) { float* vector = a; S s; s.s = 1; vector[0] = max(s.s, 2.f); "
      "}\n");
  CHECK(has(made.text, "using std::max;"));
  for (const char* gone : {"using std::vector", "chrono_literals", "map<", "pair<", "list()"})
    CHECK(!has(made.text, gone));
  CHECK(has(made.types, "using ::max;"));
  CHECK(!has(made.types, "vector"));
}

TEST_CASE("device text: managed memory is the device's") {
  const Made made = make(
      "#define BOTH __device__ __managed__\n__managed__ int n;\nBOTH int m;\n"
      "__global__ void k(int* a) { a[0] = n + m; }\n");
  CHECK(has(made.text, "__managed__ int n;"));
  CHECK(has(made.types, "#define __managed__ __device__"));
}
