// What functions return, and which calls `return` makes. The expected values are nvcc's.
#include <doctest/doctest.h>

#include "ints_of.hpp"

namespace warplens {

using test::ints_of;

TEST_CASE("returns: the call that a function without a value returns is made") {
  CHECK(ints_of(R"(
__device__ void set(int* o, int v) { o[v] = v + 1; }
__device__ void either(int* o, bool first) { if (first) return set(o, 0); return set(o, 1); }
template <class T> __device__ void again(T* o, int n) { return n == 0 ? set(o, 2) : again(o, n - 1); }
__global__ void k(int* o) { either(o, true); either(o, false); again(o, 3); })",
                3) == std::vector<int>{1, 2, 3});
}

TEST_CASE("returns: a local object is the result itself where every return names it") {
  const std::string counted =
      "struct C { int copies; __device__ C() : copies(0) {}\n"
      "  __device__ C(const C& o) : copies(o.copies + 1) {} };\n";
  CHECK(ints_of(counted + R"(
__device__ C one(bool early) { C c; if (early) return c; return c; }
__device__ C two(bool first) { C a, b; if (first) return a; return b; }
__global__ void k(int* o) { o[0] = one(true).copies; o[1] = one(false).copies;
  o[2] = two(true).copies; o[3] = two(false).copies; })",
                4) == std::vector<int>{0, 0, 1, 1});
}

}  // namespace warplens
