// Kernels, statements and the file's top level.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sim/lang/library/intrinsics.hpp"
#include "support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::compiled;
using testing::errors_of;

namespace {

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part + " ";
  return text;
}

const Variable& variable(const Kernel& kernel, const std::string& name) {
  for (const auto& candidate : kernel.variables) {
    if (candidate->name == name) return *candidate;
  }
  FAIL("no variable " << name);
  return *kernel.variables[0];
}

}  // namespace

TEST_CASE("unit: whether the text depends on the device") {
  const auto reads = [](const std::string& before, const std::string& body) {
    return compiled(before + "\n__global__ void k(int* a) { " + body + " }\n")->reads_device;
  };
  CHECK(!reads("", "a[0] = 1;"));
  CHECK(reads("", "a[0] = __CUDA_ARCH__;"));
  CHECK(reads("#define OLD (__CUDA_ARCH__ < 600)", "if (OLD) a[0] = 1;"));
  CHECK(reads("", "\n#if __CUDA_ARCH__ >= 700\na[0] = 1;\n#endif\n"));
  // Every device defines it; neither unused macros nor text that a conditional removes counts as a
  // use.
  CHECK(!reads("", "\n#ifdef __CUDA_ARCH__\na[0] = 1;\n#endif\n"));
  CHECK(!reads("#define OLD (__CUDA_ARCH__ < 600)", "a[0] = 1;"));
  CHECK(!reads("#if 0\nint x = __CUDA_ARCH__;\n#endif", "a[0] = 1;"));
  CHECK(!reads("#undef __CUDA_ARCH__\n#define __CUDA_ARCH__ 350", "a[0] = __CUDA_ARCH__;"));
}

TEST_CASE("unit: host code is skipped and named, kernels are found anywhere") {
  const auto unit = compiled(R"(#include <cstdio>
using namespace std;
struct Timer { int start() { return 1; } };
template <class T> T twice(T x) { return x + x; }
int table[] = {1, 2, 3};
void check(int code);
__global__ void forward(float* a, int);
extern "C" { static __global__ void __launch_bounds__(256, 2) inner(float* a) { a[0] = 1; } }
extern "C" __global__ void outer(float* a) { a[0] = 2; }
namespace lecture { __global__ void forward(float* a, int n) { a[n] = 1; } }
int main(int argc, char** argv) {
  if (argc > 1) { forward<<<dim3(1, 2), 32>>>(nullptr, 3); printf("it's \"{\"\n"); }
  auto f = [&](int x) { return x; };
}
)");
  std::vector<std::string> kernels, skipped;
  for (const Kernel& kernel : unit->kernels) kernels.push_back(kernel.name);
  for (const Skipped& item : unit->skipped) skipped.push_back(item.name);
  CHECK(join(kernels) == "inner outer lecture::forward ");
  CHECK(join(skipped) == "std Timer twice table check main ");
  CHECK(unit->file.slice(unit->kernels[1].span) == "outer");
  CHECK(unit->file.slice(unit->kernels[1].full_span) ==
        "__global__ void outer(float* a) { a[0] = 2; }");
}

TEST_CASE("unit: constants of the file are known in kernels, other const data is host code") {
  const auto unit = compiled(
      "#define W 4\nconst int kSize = W * W, kHalf = kSize / 2;\nstatic constexpr float kScale = "
      "1.5f;\n"
      "const char* const kName = \"x\"; const int kLate = rand(); const float kTable[2] = {1, 2};\n"
      "__global__ void k(float* a) { __shared__ float s[kSize][kHalf + 1]; s[0][0] = kScale; "
      "a[kHalf] = s[0][0]; }");
  REQUIRE(unit->constants.size() == 3);
  CHECK(unit->constants[1]->constant_bits == 8);
  CHECK(unit->constants[2]->constant_float == 1.5);
  CHECK(unit->constants[0]->storage == Storage::kConstant);
  CHECK(name_of(unit->kernels[0].shared[0]->type) == "float[16][9]");
  CHECK(unit->skipped.size() == 3);
  CHECK(
      errors_of("const int kLate = rand();\n__global__ void k(int* a) { a[0] = kLate; }").size() ==
      1);
}

TEST_CASE("unit: a -D sets what the text leaves undefined") {
  const std::string text =
      "#ifndef N\n#define N 16\n#endif\n__global__ void k(float* a) { __shared__ float s[N]; a[0] "
      "= s[1]; }";
  CHECK(compiled(text)->kernels[0].shared[0]->type->count == 16);
  const auto unit = compiled(text, {{"N", "32"}});
  CHECK(unit->kernels[0].shared[0]->type->count == 32);
  CHECK(unit->macro_names == std::vector<std::string>{"N"});
}

TEST_CASE("unit: variables have a storage and a scope") {
  const std::string text =
      "__global__ void k(const float* __restrict__ in, float out[], unsigned n) {\n"
      "  extern __shared__ double dyn[];\n"
      "  __shared__ int count, hist[2][8];\n"
      "  for (int i = 0; i < 3; ++i) { float t[2] = {1}; out[i] = t[1]; }\n"
      "  int kept = 1; int* p = &kept; *p = hist[0][0] + count; dyn[0] = in[n];\n"
      "}\n";
  const auto unit = compiled(text);
  const Kernel& kernel = unit->kernels[0];
  REQUIRE(kernel.parameters.size() == 3);
  CHECK(name_of(kernel.parameters[0]->type) == "const float*");
  CHECK(name_of(kernel.parameters[1]->type) == "float*");
  CHECK(kernel.parameters[2]->storage == Storage::kParameter);
  REQUIRE(kernel.shared.size() == 2);
  CHECK(kernel.shared[0]->name == "count");
  CHECK(name_of(kernel.shared[1]->type) == "int[2][8]");
  REQUIRE(kernel.dynamic_shared != nullptr);
  CHECK(kernel.dynamic_shared->storage == Storage::kDynamic);
  CHECK(variable(kernel, "t").address_taken);
  CHECK(variable(kernel, "kept").address_taken);
  CHECK_FALSE(variable(kernel, "p").address_taken);
  CHECK(unit->file.slice(variable(kernel, "i").scope) ==
        " = 0; i < 3; ++i) { float t[2] = {1}; out[i] = t[1]; }");
  CHECK(unit->file.slice(variable(kernel, "t").scope) == "[2] = {1}; out[i] = t[1]; }");
}

TEST_CASE("unit: array initialisers are flat, short inner lists are padded with zeros") {
  CHECK(body_of("int t[2][3] = {{1}, {2, 3}};") == "let int[2][3] t 1 0 0 2 3 0");
  CHECK(body_of("int t[2][3] = {1, 2, 3, 4};") == "let int[2][3] t 1 2 3 4");
  CHECK(body_of("float t[] = {1, n,};") == "let float[2] t (->float 1) (->float (load n))");
  CHECK(body_of("int t[3] = {}; int x{}, y(2), z = {3};") ==
        "let int[3] t\nlet int x 0 int y 2 int z 3");
  CHECK(body_of("auto x = b[0]; unsigned long y = 1;") ==
        "let float x (load (index (load b) 0))\nlet unsigned long y (->unsigned long 1)");
}

TEST_CASE("statements: each kind") {
  CHECK(body_of("if (n) a[0] = 1; else { ; }") ==
        "if (->bool (load n)) (= (index (load a) 0) (->float 1)) else { empty; }");
  CHECK(body_of("for (int i = 0, j = 1; i < n; i++, --j) continue;") ==
        "for let int i 0 int j 1 / (< (load i) (load n)) / (, (x++ i) (--x j)) continue");
  CHECK(body_of("for (;;) break;") == "for - / - / - break");
  CHECK(body_of("while (n--) { return; }") == "while (->bool (x-- n)) { return; }");
  CHECK(body_of("do { } while (n > 0);") == "do { } while (> (load n) 0)");
  CHECK(body_of("#define A 1\n#pragma unroll\nfor (;;) { break; }") == "for - / - / - { break; }");
}

TEST_CASE("statements: a switch keeps its labels' places") {
  const auto unit = compiled(
      "__global__ void k(float* a, unsigned char n) { switch (n) { case 1: case 'b': a[0] = 1; "
      "a[1] = 2; break; default: "
      "a[2] = 3; } }");
  const auto& node = as<Switch>(*unit->kernels[0].body->statements[0]);
  REQUIRE(node.labels.size() == 3);
  CHECK(node.labels[0].value == 1);
  CHECK(node.labels[1].value == 98);
  CHECK(node.labels[1].position == 0);
  CHECK(node.labels[2].is_default);
  CHECK(node.labels[2].position == 3);
  CHECK(node.statements.size() == 4);
  CHECK(name_of(node.condition->type) == "int");
}

TEST_CASE(
    "statements: the innermost loop around a barrier holds it, and a for knows its variable") {
  const auto unit = compiled(
      "__global__ void k(float* a, int n) {\n"
      "  for (int t = 0; t < n; t += 2) { for (int i = 0; i < n; ++i) a[i] = 0; if (n) { "
      "__syncthreads(); } }\n"
      "  for (a++; n > 0; n--, a++) ;\n}");
  const auto& statements = unit->kernels[0].body->statements;
  const auto& outer = as<For>(*statements[0]);
  CHECK(outer.holds_barrier);
  REQUIRE(outer.induction != nullptr);
  CHECK(outer.induction->name == "t");
  const auto& inner = as<For>(*as<Block>(*outer.body).statements[0]);
  CHECK_FALSE(inner.holds_barrier);
  CHECK(inner.induction->name == "i");
  CHECK(as<For>(*statements[1]).induction == nullptr);
}

TEST_CASE("unit: a byte-order mark, CRLF and Chinese comments change nothing") {
  const auto unit = compiled(
      "\xEF\xBB\xBF// 核函数\r\n__global__ void k(float* a) {\r\n\ta[0] = 1; /* 写 */\r\n}\r\n");
  CHECK(unit->kernels[0].name == "k");
}

TEST_CASE("unit: the measured kernels of the lecture compile") {
  const std::string path = WARPLENS_SOURCE_DIR "/tests/unit/lang/lecture_kernels.cu";
  std::ifstream stream(path, std::ios::binary);
  REQUIRE(stream.good());
  std::ostringstream text;
  text << stream.rdbuf();
  const auto unit = compiled(text.str());
  CHECK(unit->kernels.size() == 5);
  CHECK(compiled(text.str(), {{"TILE_WIDTH", "4"}})->kernels[1].shared[0]->type->count == 4);
}

TEST_CASE("intrinsics: a name's rows lie together and take equally many arguments") {
  const auto& table = intrinsics();
  for (size_t i = 0; i < table.size(); ++i) {
    const auto first = std::find_if(table.begin(), table.end(),
                                    [&](const auto& row) { return row.name == table[i].name; });
    CAPTURE(table[i].name);
    CHECK(first->op == table[i].op);
    CHECK(first->signature.find(':') == table[i].signature.find(':'));
    CHECK(table[i].signature.size() == table[i].signature.find(':') + 2);
  }
}
