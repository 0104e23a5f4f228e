// Rows and products in kernels of many forms, and none where there is none.
#include "app/scene/matrices.hpp"

#include <doctest/doctest.h>

#include "app/scene/arrays.hpp"
#include "kernel_run.hpp"

using namespace warplens;

namespace {

scene::Matrices matrices(const std::string& body, const std::string& more = "--arg w=16") {
  const std::string text =
      "__global__ void k(const float* X, const float* Y, float* Z, int w) {\n" + body + "\n}\n";
  return scene::matrices_of(*test::record(text,
                                          "--block 16,16 --arg X=float[256] --arg Y=float[256] "
                                          "--arg Z=float[256] " +
                                              more)
                                 .run);
}

std::string factors(const std::string& body) {
  const auto product = matrices(body).product;
  return product ? product->left + " " + product->above + " " + product->result : "none";
}

const std::string kIndices =
    "int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "float s = 0;\n";

}  // namespace

TEST_CASE("matrices: a product is found under any names and in any order of its factors") {
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s += X[i * w + p] * Y[p * w + j];\n"
                           "Z[i * w + j] = s;") == "X Y Z");
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s = s + Y[p * w + j] * X[i * w + p];\n"
                           "Z[j + w * i] = 2.0f * s + Z[j + w * i];") == "X Y Z");
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s = fmaf(Y[i * w + p], X[p * w + j], s);\n"
                           "int at = i * w + j; Z[at] = s;") == "Y X Z");
}

TEST_CASE("matrices: values are followed through tiles, registers and conditions") {
  CHECK(factors(kIndices +
                "__shared__ float a[16][16], b[16][16];\n"
                "for (int m = 0; m < w; m += 16) {\n"
                "  a[threadIdx.y][threadIdx.x] = i < w ? X[i * w + m + threadIdx.x] : 0.0f;\n"
                "  b[threadIdx.y][threadIdx.x] = Y[(m + threadIdx.y) * w + j];\n"
                "  __syncthreads();\n"
                "  for (int p = 0; p < 16; ++p) {\n"
                "    float l = a[threadIdx.y][p], u = b[p][threadIdx.x];\n"
                "    s += l * u;\n"
                "  }\n"
                "  __syncthreads();\n"
                "}\n"
                "Z[(blockIdx.y * blockDim.y + threadIdx.y) * w + j] = s;") == "X Y Z");
}

TEST_CASE("matrices: what is no product of two untransposed matrices is none") {
  // The second one is transposed.
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s += X[i * w + p] * Y[j * w + p];\n"
                           "Z[i * w + j] = s;") == "none");
  // The first one is.
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s += X[p * w + i] * Y[p * w + j];\n"
                           "Z[i * w + j] = s;") == "none");
  CHECK(factors(kIndices + "Z[i * w + j] = X[i * w + j] * Y[i * w + j];") == "none");
  CHECK(factors(kIndices + "for (int p = 0; p < w; ++p) s += X[i * w + p] * X[p * w + j];\n"
                           "Z[i * w + j] = s;") == "none");
  CHECK(factors(kIndices + "for (int d = 0; d < 3; ++d) s += X[i * w + (j + d) % w] * Y[d];\n"
                           "Z[i * w + j] = s;") == "none");
}

TEST_CASE("matrices: the length of a row is what all subscripts multiply by") {
  const auto lengths =
      matrices(kIndices + "Z[i * w + j] = X[i * 8 + 1] + X[3] + Y[i * (w / 2) + j];").row_lengths;
  CHECK(lengths.at("Z") == 16);
  CHECK(lengths.at("X") == 8);
  CHECK(lengths.at("Y") == 8);
  // Two lengths, one that changes, one that does not divide, none.
  CHECK(matrices(kIndices + "Z[i * w + j] = X[i * 4] + X[i * 8];").row_lengths.count("X") == 0);
  CHECK(matrices(kIndices + "for (int p = 1; p < 4; ++p) Z[i * p] = s;").row_lengths.empty());
  CHECK(matrices(kIndices + "if (i < 2) Z[i * w + j] = s;", "--arg w=7").row_lengths.empty());
  CHECK(matrices(kIndices + "Z[j] = X[i + j];").row_lengths.empty());
}

TEST_CASE("matrices: a plain pointer's array is drawn with the rows that the text gives it") {
  const auto run =
      test::record("__global__ void k(float* a, int w) { a[threadIdx.y * w + threadIdx.x] = 1; }",
                   "--block 12,10 --arg a=float[120] --arg w=12")
          .run;
  const auto arrays = scene::arrays_of(*run);
  CHECK(arrays.front().rows == 10);
  CHECK(arrays.front().columns == 12);
}

TEST_CASE("matrices: the lessons' products") {
  const auto naive = test::record_lesson("matmul_naive.cu");
  REQUIRE(naive.backdrop->product());
  CHECK(naive.backdrop->product()->result == "C");
  const auto tiled = test::record_lesson("matmul_tiled.cu");
  REQUIRE(tiled.backdrop->product());
  CHECK(tiled.backdrop->product()->left == "M");
  const auto turned = test::record_lesson("matmul_tiles_transposed.cu");
  REQUIRE(turned.backdrop->product());
  CHECK(turned.backdrop->product()->above == "B");
  CHECK_FALSE(test::record_lesson("transpose_padded.cu").backdrop->product());
}

TEST_CASE("matrices: rows that a function counts are those of the array beside it") {
  const auto run =
      test::record(
          "__device__ int at(int row, int column, int w) { return row * w + column; }\n"
          "__global__ void k(const float* X, float* Z, int w) {\n"
          "  Z[threadIdx.y * w + threadIdx.x] = X[at(threadIdx.y, threadIdx.x, w)];\n}\n",
          "--block 24,10 --arg X=float[240] --arg Z=float[240]:zero --arg w=24")
          .run;
  for (const scene::Array& array : scene::arrays_of(*run)) {
    CAPTURE(array.name);
    CHECK(array.columns == 24);
    CHECK(array.rows == 10);
  }
}
