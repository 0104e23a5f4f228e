// The text's own functions: which are read, how calls find them, and the call graph.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::compiled;
using testing::errors_of;
using testing::functions_of;
using testing::names_of;
using testing::print;
using warplens::test::golden;

TEST_CASE("functions: what a kernel reaches is read, and nothing else") {
  const auto unit = compiled(R"(
#include <vector>
std::vector<int> host(std::vector<int> v) { v.push_back(unknown_thing); return v; }
__device__ float unused(float x) { return nothing_of_this_name(x); }
__device__ float square(float x) { return x * x; }
__host__ __device__ inline int pick(int a, int b) { return a < b ? a : b; }
__device__ float twice(float x) { return square(x) + square(x); }
__global__ void k(float* a, int n) { a[0] = twice(a[1]) + pick(n, 3); }
)");
  CHECK(functions_of(*unit) ==
        "twice(float x) -> float: return (+ (square:float (load x)) (square:float (load x)))\n"
        "pick(int a, int b) -> int: return (? int (< (load a) (load b)) (load a) (load b))\n"
        "square(float x) -> float: return (* (load x) (load x))\n");
  const Kernel& kernel = unit->kernels.at(0);
  CHECK(names_of(kernel.calls) == "twice pick");
  CHECK(names_of(kernel.reached) == "square twice pick");
  CHECK_FALSE(unit->functions[0]->is_recursive);
  CHECK(unit->functions[0]->is_own);
}

TEST_CASE("functions: a prototype refers to the definition below it, with its defaults") {
  const auto unit = compiled(
      "__device__ int scaled(int x, int by = 3);\n"
      "__global__ void k(int* a) { a[0] = scaled(a[1]); }\n"
      "__device__ int scaled(int x, int by) { return x * by; }\n");
  CHECK(print(*unit->kernels[0].body->statements[0]) ==
        "(= (index (load a) 0) (scaled:int (load (index (load a) 1)) 3))");
  CHECK(unit->functions.at(0)->full_span.begin > unit->kernels[0].full_span.end);
  CHECK(errors_of("__device__ int f(int x);\n__global__ void k(int* a) { a[0] = f(1); }") ==
        golden("lang.functions.no_body"));
}

TEST_CASE("functions: overloads, references and results by reference") {
  const auto unit = compiled(R"(
__device__ int halved(int x) { return x / 2; }
__device__ float halved(float x) { return x / 2; }
__device__ void exchange(float& a, float& b) { float c = a; a = b; b = c; }
__device__ float& cell(float* a, int i) { return a[i]; }
__global__ void k(float* a, int n) { exchange(a[0], a[1]); cell(a, n) = halved(a[2]) + halved(n); }
)");
  CHECK(functions_of(*unit).find("exchange(float*& a, float*& b) -> void: let float c (load (* "
                                 "(load a)));") != std::string::npos);
  CHECK(functions_of(*unit).find("cell(float* a, int i) -> float*: return (& (index (load a) "
                                 "(load i)))") != std::string::npos);
  CHECK(names_of(unit->kernels[0].calls) == "exchange cell halved halved");
}

TEST_CASE("functions: recursion is found through other functions") {
  const auto unit = compiled(R"(
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ int leaf(int n) { return n; }
__global__ void k(int* a) { a[0] = even(a[1]) + leaf(2); }
)");
  REQUIRE(unit->functions.size() == 3);
  for (const auto& function : unit->functions) {
    CAPTURE(function->name);
    CHECK(function->is_recursive == (function->name != "leaf"));
  }
  CHECK(unit->kernels[0].reached.size() == 3);
}

TEST_CASE("functions: shared memory of a function is its own, dynamic memory the kernel's") {
  const auto unit = compiled(R"(
extern __shared__ float pool[];
__device__ void fill(float v) { __shared__ float tile[8]; tile[threadIdx.x] = v; pool[0] = v; }
__global__ void k(float* a) { fill(a[0]); }
__global__ void other(float* a) { a[0] = 1; }
)");
  REQUIRE(unit->functions.size() == 1);
  CHECK(unit->functions[0]->shared.size() == 1);
  REQUIRE(unit->kernels[0].dynamic_shared != nullptr);
  CHECK(unit->kernels[0].dynamic_shared->name == "pool");
  CHECK(unit->kernels[0].shared.empty());
  CHECK(unit->kernels[1].dynamic_shared == nullptr);
}

TEST_CASE("functions: calls of host code are reported, with what to write") {
  CHECK(errors_of(
            "float cpu(float x) { return x; }\n__global__ void k(float* a) { a[0] = cpu(1); }") ==
        golden("lang.functions.host_code"));
  CHECK(errors_of("__global__ void k(float* a) { a[0] = late(1); }\n"
                  "__device__ float late(float x) { return x; }") ==
        golden("lang.functions.further_down"));
  CHECK(errors_of("__device__ float square(float x) { return x * x; }\n"
                  "__global__ void k(float* a) { a[0] = sqare(1); }") ==
        golden("lang.functions.unknown"));
  CHECK(errors_of("__device__ float f(float x) { return y; }\n"
                  "__global__ void k(float* a) { a[0] = f(1) + z; }") ==
        golden("lang.functions.two_unknown_names"));
}

TEST_CASE("functions: auto is the type that the body returns") {
  const auto unit = compiled(
      "__device__ auto half_of(double x) { return x / 2; }\n"
      "__global__ void k(double* a) { auto v = half_of(a[0]); a[1] = v; }");
  CHECK(name_of(unit->functions.at(0)->return_type) == "double");
}

TEST_CASE("functions: an argument converts to a struct by its constructor") {
  const std::string text =
      "struct Block { int size; };\nstruct Tile { int size; };\n"
      "struct Any { int size; __device__ Any(const Block& b) : size(b.size) {}\n"
      "__device__ Any(const Tile& t) : size(-t.size) {} };\n"
      "__device__ int size_of(Any any) { return any.size; }\n";
  CHECK(errors_of(text + "__global__ void k(int* a) { Block b = {2}; Tile t = {3}; a[0] = "
                         "size_of(b) + size_of(t); }")
            .empty());
  // Not over a second struct in between.
  CHECK(errors_of(text + "struct Far { __device__ Far(Any any) {} };\n"
                         "__device__ int far(Far f) { return 1; }\n"
                         "__global__ void k(int* a) { Block b = {2}; a[0] = far(b); }")
            .size() == 1);
}
