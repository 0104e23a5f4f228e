// Floating-point operations of a run, lane by lane.
#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

uint64_t flops(const std::string& body, const std::string& launch = "--block 32") {
  const std::string text =
      "#include <cuda_fp16.h>\n__global__ void k(float* a, double* d, int n) {\n" + body + "\n}\n";
  return test::must_run(text, launch + " --arg a=float[1024] --arg d=double[1024] --arg n=5")
      ->flops;
}

}  // namespace

TEST_CASE("flops: one for each of + - * / and a square root, two for a fused one") {
  CHECK(flops("a[threadIdx.x] = a[1] + a[2];") == 32);
  CHECK(flops("a[threadIdx.x] = a[1] * a[2] - a[3] / a[4];") == 3 * 32);
  CHECK(flops("a[threadIdx.x] += 1.0f;") == 32);
  CHECK(flops("a[threadIdx.x] = sqrtf(a[1]);") == 32);
  CHECK(flops("a[threadIdx.x] = fmaf(a[1], a[2], a[3]);") == 2 * 32);
  CHECK(flops("d[threadIdx.x] = d[1] * 2.0 + 1.0;") == 2 * 32);
  CHECK(flops("a[threadIdx.x] = __half2float(__hmul(__float2half(a[1]), __float2half(a[2])));") ==
        32);
}

TEST_CASE("flops: integers, comparisons, moves and choices are none") {
  CHECK(flops("a[threadIdx.x] = a[(n * 3 + 4) / 2];") == 0);
  CHECK(flops("a[threadIdx.x] = a[1] < a[2] ? a[1] : -a[2];") == 0);
  CHECK(flops("a[threadIdx.x] = fmaxf(a[1], fabsf(a[2]));") == 0);
}

TEST_CASE("flops: of active lanes, in every block, around every loop") {
  CHECK(flops("if (threadIdx.x < 5) a[threadIdx.x] = a[1] + 1.0f;") == 5);
  CHECK(flops("a[threadIdx.x] = a[1] + 1.0f;", "--grid 3 --block 40") == 120);
  CHECK(flops("float s = 0; for (int i = 0; i < n; ++i) s += a[i] * 2.0f; a[threadIdx.x] = s;") ==
        2 * 5 * 32);
}

TEST_CASE("flops: a matrix product has 2 n^3") {
  const auto run =
      test::must_run(R"(__global__ void product(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
})",
                     "--grid 2,2 --block 8,8 --arg a=float[256] --arg b=float[256] "
                     "--arg c=float[256] --arg n=16");
  CHECK(run->flops == 2 * 16 * 16 * 16);
}
