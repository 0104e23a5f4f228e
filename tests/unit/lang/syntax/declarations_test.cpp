// Names of the file: namespaces, aliases, enums, constants, memory of the device, two programs.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::compiled;
using testing::errors_of;
using testing::names_of;
using testing::print;
using warplens::test::golden;

namespace {

std::string first_statement(const std::string& text) {
  const auto unit = compiled(text);
  return print(*unit->kernels.at(0).body->statements.at(0));
}

}  // namespace

TEST_CASE("declarations: namespaces, nested, inline, by alias and by using") {
  const std::string space =
      "namespace geo { constexpr int kSize = 3; namespace in { constexpr int kDeep = 4; }\n"
      "inline namespace v2 { constexpr int kNew = 5; } __device__ int area(int r) { return r * "
      "kSize; } }\n";
  CHECK(first_statement(space + "__global__ void k(int* a) { a[0] = geo::kSize + geo::in::kDeep + "
                                "geo::kNew + geo::area(1); }") ==
        "(= (index (load a) 0) (+ (+ (+ 3 4) 5) (geo::area:int 1)))");
  CHECK(first_statement(space + "namespace g = geo::in; using geo::area;\n"
                                "__global__ void k(int* a) { a[0] = g::kDeep + area(2); }") ==
        "(= (index (load a) 0) (+ 4 (geo::area:int 2)))");
  CHECK(first_statement(space +
                        "using namespace geo;\n__global__ void k(int* a) { a[0] = kSize; }") ==
        "(= (index (load a) 0) 3)");
  CHECK(errors_of(space + "__global__ void k(int* a) { { using namespace geo; a[0] = kSize; } a[1] "
                          "= kSize; }")
            .size() == 1);
  const auto unit = compiled("namespace ns { __global__ void kernel(int* a) { a[0] = 1; } }");
  CHECK(unit->kernels[0].name == "ns::kernel");
  CHECK(kernel_name(*unit, "kernel") == "ns::kernel");
}

TEST_CASE("declarations: aliases of types, in the file and in functions") {
  CHECK(first_statement("typedef unsigned int u32, *words; using real = float;\n"
                        "__global__ void k(words w, real* a, u32 n) { a[n] = w[0]; }") ==
        "(= (index (load a) (load n)) (->float (load (index (load w) 0))))");
  const auto unit = compiled(
      "template <typename T> using Pointer = const T*;\n"
      "__global__ void k(Pointer<float> in, float* out) { typedef int index; using Row = "
      "float[4];\n"
      "  index i = 1; Row row; row[i] = in[i]; out[i] = row[i]; }");
  CHECK(name_of(unit->kernels[0].parameters[0]->type) == "const float*");
}

TEST_CASE("declarations: enums count up, have types, and scoped ones qualify their constants") {
  CHECK(
      first_statement("enum Color { RED, GREEN = 5, BLUE };\n"
                      "__global__ void k(int* a, Color c) { a[RED] = BLUE + Color::GREEN + c; }") ==
      "(= (index (load a) (->int 0)) (+ (+ (->int 6) (->int 5)) (->int (load c))))");
  const auto unit = compiled(
      "enum class Mode : unsigned char { kA = 1, kB };\n"
      "__global__ void k(Mode* a) { a[0] = Mode::kB; }");
  CHECK(name_of(unit->kernels[0].parameters[0]->type) == "Mode*");
  CHECK(errors_of("enum class Mode { kA };\n__global__ void k(int* a) { a[0] = kA; }").size() == 1);
}

TEST_CASE("declarations: memory of the device begins with the bytes of its initialiser") {
  const auto unit = compiled(R"(
struct Pair { char tag; int value; };
__constant__ float weights[3] = {1, 2.5f};
__device__ Pair pairs[2] = {{1, 258}, {2}};
__device__ int counter;
const short table[2][2] = {{1, -1}, {3}};
__constant__ float unused[4] = {1};
__global__ void k(float* a, int n) { a[0] = weights[n] + pairs[n].value + counter + table[n][0]; }
)");
  REQUIRE(unit->globals.size() == 4);
  CHECK(unit->globals[0]->storage == Storage::kConstantMemory);
  CHECK(unit->globals[0]->initial == std::vector<uint8_t>{0, 0, 0x80, 0x3f, 0, 0, 0x20, 0x40});
  CHECK(unit->globals[1]->storage == Storage::kGlobal);
  CHECK(unit->globals[1]->initial ==
        std::vector<uint8_t>{1, 0, 0, 0, 2, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
  CHECK_FALSE(unit->globals[2]->has_initializer);
  CHECK(unit->globals[3]->initial == std::vector<uint8_t>{1, 0, 0xff, 0xff, 3, 0, 0, 0});
}

TEST_CASE(
    "declarations: a constant that is not known before the run is reported where it is used") {
  CHECK(errors_of("const int kLate = rand();\n__global__ void k(int* a) { a[0] = kLate; }") ==
        golden("lang.declarations.value_not_known"));
  CHECK(errors_of("__device__ int start = rand();\n__global__ void k(int* a) { a[0] = start; }")
            .size() == 1);
}

TEST_CASE("declarations: a static_assert that does not hold shows its message") {
  const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }\n";
  CHECK(compiled(kernel + "static_assert(sizeof(float) == 4, \"fine\");")->kernels.size() == 1);
  CHECK(compiled(kernel + "static_assert(std::is_same<int, int>::value, \"host\");")
            ->kernels.size() == 1);
  CHECK(errors_of("#define N 30\nstatic_assert(N % 32 == 0, \"whole warps\");\n" + kernel) ==
        golden("lang.declarations.static_assert"));
}

TEST_CASE("declarations: each of two programs in a file sees the last declarations above it") {
  const auto unit = compiled(R"(
struct P { float x; };
__device__ float f(float x) { return x; }
__global__ void k(float* a, P* p) { a[0] = f(p->x); }
int main() { k<<<1, 32>>>(0, 0); }
struct P { float w, x; };
__device__ float f(float x) { return 2 * x; }
__global__ void k(float* a, P* p) { a[0] = f(p->x); }
int main() { k<<<1, 64>>>(0, 0); }
)");
  REQUIRE(unit->kernels.size() == 2);
  CHECK(unit->kernels[0].name == "k");
  CHECK(unit->kernels[1].name == "k#2");
  CHECK(size_of(unit->kernels[0].parameters[1]->type->element) == 4);
  CHECK(size_of(unit->kernels[1].parameters[1]->type->element) == 8);
  CHECK(unit->kernels[0].calls[0] != unit->kernels[1].calls[0]);
  CHECK(unit->warnings.size() == 1);
  REQUIRE(unit->launches.size() == 2);
  CHECK(unit->launches[1].kernel == "k#2");
}

TEST_CASE("declarations: integer types of the standard library, with and without std::") {
  CHECK(first_statement("#include <cstdint>\nstd::uint8_t host(std::size_t);\n__device__ "
                        "std::int64_t wide(::std::uint16_t v) { return v; }\n"
                        "__global__ void k(std::int32_t* a) { a[0] = (std::uint8_t)wide(2) + "
                        "cuda::std::int8_t(1) + sizeof(std::ptrdiff_t); }") ==
        first_statement("__device__ int64_t wide(uint16_t v) { return v; }\n"
                        "__global__ void k(int32_t* a) { a[0] = (uint8_t)wide(2) + int8_t(1) + "
                        "sizeof(ptrdiff_t); }"));
  CHECK(first_statement("using std::size_t;\n__global__ void k(int* a) { a[0] = sizeof(size_t); }")
            .find("8") != std::string::npos);
  CHECK(errors_of("__global__ void k(int* a) { std::string s; a[0] = 1; }").size() == 1);
}

TEST_CASE("declarations: a typedef of a struct, its pointer and its array") {
  const std::string pair = "int before;\ntypedef struct Pair { float x, y; } P, *PP, P4[4];\n";
  const std::string all = first_statement(
      pair + "__global__ void k(PP a) { a[1].y = sizeof(P) + sizeof(P4) + sizeof(PP); }");
  CHECK(all ==
        first_statement("struct Pair { float x, y; };\n__global__ void k(Pair* a) { a[1].y = "
                        "sizeof(Pair) + sizeof(Pair[4]) + sizeof(Pair*); }"));
  const auto unit = compiled(
      "int before;\ntypedef struct { int v; } *Only, Named;\n"
      "__global__ void k(Only a) { Named n; n.v = 1; a[0] = n; }");
  CHECK(unit->kernels.at(0).parameters.at(0)->type->is_pointer());
  CHECK(errors_of("typedef enum Mode { kA, kB = 5 } M;\n__global__ void k(int* a, M m) { a[0] = "
                  "M::kB + m; }")
            .empty());
}

TEST_CASE("declarations: an array whose size is a function's value is not a function") {
  const auto unit = compiled(
      "const int kSide = 4; constexpr int area(int side) { return side * side; }\n"
      "namespace { __device__ float table[area(kSide)]; }\n"
      "[[maybe_unused]] static int rows[area(2)];\n"
      "__global__ void k(float* a) { a[0] = table[15]; }");
  CHECK(size_of(unit->globals.at(0)->type) == 64);
}

TEST_CASE("declarations: attributes and launch bounds precede their declaration") {
  CHECK(first_statement("[[nodiscard]] __device__ constexpr int f(int v) noexcept { return v; }\n"
                        "template <typename T>\n__launch_bounds__(128) __global__ void other(T* a) "
                        "{ a[0] = 1; }\n__global__ void k(int* a) { a[0] = f(2); }") ==
        "(= (index (load a) 0) (f:int 2))");
  const auto unit = compiled(
      "template <int N>\n__launch_bounds__(N, 2) __global__ void k(int* a) { a[0] = N; }\n"
      "int main() { k<64><<<1, 64>>>(0); }");
  CHECK(unit->kernels.at(0).name == "k<64>");
}
