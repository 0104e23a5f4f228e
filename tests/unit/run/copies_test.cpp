// Objects that the text copies in its own way, and places that an expression chooses. The expected
// values are nvcc's.
#include <doctest/doctest.h>

#include "ints_of.hpp"

namespace warplens {
namespace {

using test::ints_of;
using Ints = std::vector<int>;

const std::string kCopied =
    "struct C { int v; __device__ C(int a) : v(a) {}\n"
    "  __device__ C(const C& o) : v(o.v + 100) {} };\n";

}  // namespace

TEST_CASE("copies: a copy constructor of one's own makes every copy") {
  CHECK(ints_of(kCopied + R"(
struct H { C c; __device__ H(const C& a) : c(a) {} __device__ H(const H& o) : c(o.c) {} };
__device__ int take(C c) { return c.v; }
__device__ C give(const C& c) { return c; }
__device__ auto given(const C& c) { return c; }
__device__ C made() { C local(7); return local; }
__global__ void k(int* o) {
  C a(1); C b = a; C c(a); C d{a};
  o[0] = b.v; o[1] = c.v; o[2] = d.v; o[3] = take(a); o[4] = give(a).v;
  H h(a); o[5] = h.c.v; H g = h; o[6] = g.c.v;
  C e[1] = {a}; o[7] = e[0].v; auto f = a; o[8] = f.v;
  C* p = &a; C q = *p; o[9] = q.v;
  o[10] = made().v; o[11] = take(C(3)); a = b; o[12] = a.v; o[13] = given(a).v;
})",
                14) == Ints{101, 101, 101, 101, 101, 101, 201, 101, 101, 101, 7, 3, 101, 201});
}

TEST_CASE("copies: what has members with copies of their own is copied member by member") {
  CHECK(ints_of(kCopied + "struct H { C c; int n; };\n__global__ void k(int* o) {\n"
                          "  H h = {1, 5}; H g = h; o[0] = g.c.v; o[1] = g.n; }",
                2) == Ints{101, 5});
  CHECK(ints_of("struct M { int v; __device__ M& operator=(const M& o) { v = o.v + 1; return "
                "*this; } };\n"
                "struct W { M m; };\n__global__ void k(int* o) { W a, b; b.m.v = 3; a = b; o[0] = "
                "a.m.v; }",
                1) == Ints{4});
}

TEST_CASE("copies: each lane ends its objects where it leaves their block") {
  CHECK(ints_of(R"(
struct Mark { int* at; int by; __device__ Mark(int* a, int b) : at(a), by(b) {}
  __device__ ~Mark() { *at = *at * 10 + by; } };
__device__ int early(int* o, int n) {
  Mark all(o, 1);
  for (int i = 0; i < 3; ++i) { Mark turn(o, 2); if (i == n) return i; if (n > 5) break; }
  return 9; }
__global__ void k(int* o) { o[threadIdx.x] = 0; int t = threadIdx.x * 2;
  int kept = early(o + threadIdx.x, t); o[4 + threadIdx.x] = kept; })",
                8, "--block 4") == Ints{21, 2221, 2221, 21, 0, 2, 9, 9});
}

TEST_CASE("copies: a template is no copy assignment") {
  CHECK(ints_of(R"(
struct T { int v; __device__ T() : v(1) {}
  template <class U> __device__ T& operator=(const U&) { v = 99; return *this; } };
__global__ void k(int* o) { T t, u; u.v = 53; t = u; o[0] = t.v; t = 5; o[1] = t.v; })",
                2) == Ints{53, 99});
}

TEST_CASE("copies: overloads for places and for values are two") {
  CHECK(ints_of(R"(
__device__ int f(int&) { return 1; }
__device__ int f(const int&) { return 2; }
__device__ int f(int&&) { return 3; }
__global__ void k(int* o) { int n = 1; const int c = n; o[0] = f(n); o[1] = f(2); o[2] = f(c); })",
                3) == Ints{1, 3, 2});
}

TEST_CASE("copies: an array in a chosen struct is the struct's own") {
  CHECK(ints_of(R"(
struct A { int d[2]; int x; };
__device__ void set(int* p) { p[0] = 7; }
__global__ void k(int* o) {
  int n = 5;
  A a = {{1, 1}, 1}, b = {{1, 1}, 1}, c = {{1, 1}, 1};
  (n ? a : b).d[0] = 77; o[0] = a.d[0];
  (n ? a : b).d[1]++; o[1] = a.d[1];
  set((n ? a : b).d); o[2] = a.d[0];
  for (int& v : (n ? c : b).d) v = 5;
  o[3] = c.d[1]; o[4] = (n ? a : b).x;
})",
                5) == Ints{77, 2, 7, 5, 1});
}

TEST_CASE("enums: without a written type one holds all its constants") {
  CHECK(ints_of(R"(
__global__ void k(int* o) {
  enum { MASK = 0xffffffff };
  enum Big { huge = 1ll << 40 };
  enum Both { minus = -1, plus = 0xffffffffu };
  enum Plain { one = 1, two };
  o[0] = (MASK >> 4) == 0x0fffffff; o[1] = MASK > 0; o[2] = huge >> 38; o[3] = sizeof(Big);
  float f = MASK; o[4] = f > 0; o[5] = sizeof(Both); o[6] = minus < 0; o[7] = sizeof(Plain) + two;
})",
                8) == Ints{1, 1, 4, 8, 1, 8, 1, 6});
}

TEST_CASE("#if: every integer is as wide as there are") {
  CHECK(ints_of(R"(
__global__ void k(int* o) {
#if -1 < 0xffffffff
  o[0] = 1;
#endif
#if (1 ? -1 : 0u) > 0
  o[1] = 1;
#endif
#if 037777777777 > -1 && 0x80000000 > -1 && ~0xffffffff < 0 && 0xffffffffffffffff > 0
  o[2] = 1;
#endif
#if -1 > 0u
  o[3] = 1;
#endif
})",
                4) == Ints{1, 1, 1, 1});
}

TEST_CASE("members: a static one by an object, and operator~") {
  CHECK(ints_of(R"(
struct S { static const int dim = 2; int v; __device__ int operator~() const { return -v; } };
__global__ void k(int* o) { S s; s.v = 3; o[0] = s.dim; o[1] = ~s; })",
                2) == Ints{2, -3});
}

}  // namespace warplens
