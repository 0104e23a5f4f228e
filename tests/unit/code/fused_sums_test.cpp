// Which sums become fused ones. What they compute, and on a GPU, is in tests/programs/fused.cu.
#include <doctest/doctest.h>

#include <string>

#include "sim/code/opcodes.hpp"
#include "support.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

struct Counts {
  size_t fused = 0, kept = 0, sums = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

// Of a kernel with the numbers a to d, an array p and n.
Counts counts(const std::string& body) {
  const auto program = program_of(
      "__global__ void k(float* r, const float* p, int n) {\n"
      "  float a = p[0], b = p[1], c = p[2], d = p[3];\n" +
      body + "\n}\n");
  return {count(*program, Op::kFusedF32), count(*program, Op::kKeepMulF32),
          count(*program, Op::kAddF32) + count(*program, Op::kSubF32)};
}

}  // namespace

TEST_CASE("fused sums: a product that sums alone read") {
  CHECK(counts("r[0] = a * b + c;") == Counts{1, 0, 0});
  CHECK(counts("r[0] = c - a * b;") == Counts{1, 0, 0});
  CHECK(counts("r[0] = -(a * b) + c;") == Counts{1, 0, 0});
  CHECK(counts("r[0] = a * b + c * d;") == Counts{1, 0, 0});
  CHECK(counts("float t = a * b; r[0] = t + c; r[1] = d - t;") == Counts{2, 0, 0});
  CHECK(counts("r[0] = a + b;") == Counts{0, 0, 1});
}

TEST_CASE("fused sums: none of a product with another use") {
  CHECK(counts("float t = a * b; r[0] = t + c; r[1] = t;") == Counts{0, 0, 1});
  CHECK(counts("r[0] = a * b + c; r[1] = a * b * d;") == Counts{0, 0, 1});
  CHECK(counts("float t = a * b; if (n > 3) t = c; r[0] = t + d;") == Counts{0, 0, 1});
  CHECK(counts("r[0] = a * b - a * b;") == Counts{0, 0, 1});
  CHECK(counts("r[0] = __fmul_rn(a, b) + c; r[1] = __fadd_rn(a * b, c);") == Counts{0, 0, 2});
}

TEST_CASE("fused sums: a compiler's blocks are not crossed, but down a branch") {
  CHECK(counts("float t = a * b; for (int i = 0; i < n; ++i) r[i] = t + p[i];") == Counts{0, 0, 1});
  CHECK(counts("float s = 0; for (int i = 0; i < n; ++i) s += a * b; r[0] = s;") ==
        Counts{0, 0, 1});
  CHECK(counts("float s = 0; for (int i = 0; i < n; ++i) s += p[i] * b; r[0] = s;") ==
        Counts{1, 0, 0});
  CHECK(counts("float t = a * b; if (n > 3) r[0] = t + c;") == Counts{1, 1, 0});
  CHECK(counts("while (a * a + b * b < n) { b = a * a - b * b; a = b + c; } r[0] = a;").fused == 0);
  // A constant takes no register.
  CHECK(counts("float t = a * 0.1f; for (int i = 0; i < n; ++i) r[i] = t + p[i];") ==
        Counts{1, 1, 0});
}

TEST_CASE("fused sums: factors that change before the sum are kept") {
  CHECK(counts("float t = a * b; a = c; r[0] = t + d; r[1] = a;") == Counts{1, 1, 0});
  const auto wide = program_of(
      "__global__ void k(double* r, double a, double b, double c) {\n"
      "  double t = a * b; a = c; r[0] = t + c; r[1] = a;\n}\n");
  CHECK(count(*wide, Op::kFusedF64) == 1);
  CHECK(count(*wide, Op::kKeepMulF64) == 1);
}

TEST_CASE("fused sums: a recursive function keeps no factors") {
  const auto program = program_of(
      "__device__ float f(float a, float b, int n) {\n"
      "  float t = a * b;\n  a = b;\n  if (n == 0) return t + a;\n  return f(a, t, n - 1);\n}\n"
      "__global__ void k(float* r, int n) { r[0] = f(r[1], r[2], n); }\n");
  CHECK(count(*program, Op::kKeepMulF32) == 0);
}
