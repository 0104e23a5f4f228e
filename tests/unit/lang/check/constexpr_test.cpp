// What is known before the kernel runs, and statements that depend on it.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::compiled;
using testing::errors_of;

namespace {

using Lines = std::vector<std::string>;

// The extent of `float t[EXTENT];` in a kernel after `before`.
uint64_t extent_of(const std::string& before, const std::string& extent) {
  const auto unit =
      compiled(before + "__global__ void k(float* a) { float t[" + extent + "]; a[0] = t[0]; }");
  const auto& declaration = as<Declaration>(*unit->kernels.at(0).body->statements.at(0));
  return declaration.declarators.at(0).variable->type->count;
}

}  // namespace

TEST_CASE("constexpr: functions with loops, branches and recursion") {
  CHECK(extent_of("constexpr int square(int x) { return x * x; }\n", "square(5)") == 25);
  CHECK(extent_of("__host__ __device__ constexpr int power(int b, int e) {\n"
                  "  int r = 1;\n  for (int i = 0; i < e; ++i) r *= b;\n  return r;\n}\n",
                  "power(2, 10)") == 1024);
  CHECK(extent_of("constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n",
                  "fib(10)") == 55);
  CHECK(extent_of(
            "constexpr int log2(int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k; }\n",
            "log2(1024) + max(1, 2)") == 12);
  CHECK(
      extent_of("constexpr int pick(int n) {\n  switch (n) { case 1: return 3; default: break; }\n"
                "  if (n == 2) return 4;\n  do { n -= 1; } while (n > 5);\n  return n;\n}\n",
                "pick(1) + pick(2) + pick(9)") == 12);
}

TEST_CASE("constexpr: the file's variables may begin with the values of calls") {
  const auto unit = compiled(
      "constexpr int square(int x) { return x * x; }\n"
      "__device__ int one = square(3);\n"
      "__constant__ short all[2] = {square(2), square(4)};\n"
      "__global__ void k(int* a) { a[0] = one + all[1]; }");
  REQUIRE(unit->globals.size() == 2);
  CHECK(unit->globals[0]->initial == std::vector<uint8_t>{9, 0, 0, 0});
  CHECK(unit->globals[1]->initial == std::vector<uint8_t>{4, 0, 16, 0});
}

TEST_CASE("constexpr: what never ends or depends on the run is not known") {
  CHECK(errors_of("constexpr int f(int n) { while (true) ++n; return n; }\n"
                  "__global__ void k(float* a) { float t[f(1)]; }") ==
        Lines{"2:39: the size of an array must be known before the kernel runs"});
  CHECK(errors_of("__device__ int f(int n) { return n; }\n"
                  "__global__ void k(float* a) { float t[f(1)]; }") ==
        Lines{"2:39: the size of an array must be known before the kernel runs"});
}

TEST_CASE("constexpr: if constexpr reads only the branch that is taken") {
  CHECK(body_of("if constexpr (sizeof(float) == 4) n = 1; else this is not even C++;") ==
        "(= n 1)");
  CHECK(body_of("if constexpr (false) { wrong wrong( } else n = 2;") == "(= n 2)");
  CHECK(body_of("if constexpr (false) for (;;) if (x) { } else y z; n = 3;") == "empty\n(= n 3)");
  CHECK(errors_of("__global__ void k(int n) { if constexpr (n > 1) n = 2; }") ==
        Lines{"1:42: this condition must be known before the kernel runs"});
  const auto unit = compiled(
      "template <int N> __device__ int f(int x) {\n"
      "  if constexpr (N > 1) return f<N / 2>(x) + 1; else return x;\n}\n"
      "__global__ void k(int* a) { a[0] = f<8>(1); }");
  CHECK(unit->functions.size() == 4);
}

TEST_CASE("statements: an if and a switch with a declaration before the condition") {
  CHECK(body_of("if (int m = n * 2; m > 3) n = m;") ==
        "{ let int m (* (load n) 2); if (> (load m) 3) (= n (load m)) else -; }");
  CHECK(body_of("switch (int m = n; m) { case 1: n = 2; }") ==
        "{ let int m (load n); switch (load m); }");
  CHECK(body_of("if (int m = n % 3) n = m;") ==
        "{ let int m (% (load n) 3); if (->bool (load m)) (= n (load m)) else -; }");
  CHECK(body_of("[[likely]] if (n) [[unlikely]] n = 1;") == "if (->bool (load n)) (= n 1) else -");
}

TEST_CASE("statements: a for over an array") {
  CHECK(body_of("float t[3] = {1, 2, 3}; for (float x : t) a[0] += x;") ==
        "let float[3] t (->float 1) (->float 2) (->float 3)\n"
        "for let int index of x 0 / (< (load index of x) 3) / (++x index of x) { let float x (load "
        "(index t (load index of x))); (+= float (index (load a) 0) (load x)); }");
  CHECK(body_of("int t[2][2]; for (auto& row : t) for (int& x : row) x = n;")
            .find("(= (* (load x)) (load n))") != std::string::npos);
  CHECK(errors_of("__global__ void k(float* a) { for (float x : a) x = 1; }") ==
        Lines{"1:46: a for over a range needs an array whose size is known, this is 'float*'"});
}
