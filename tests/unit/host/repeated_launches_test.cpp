// Launches that do again what they did are not executed, and nobody can tell.
#include <doctest/doctest.h>

#include <string>

#include "support.hpp"

namespace {

using namespace warplens;

// Kernels that take long enough to be worth it.
const std::string kKernels = R"(
#include <cstdio>
#include <cuda_runtime.h>
const int n = 1 << 16;
__constant__ int offset;
__global__ void set(const int* x, int* y, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < 20; ++k) sum += x[i] * factor + offset;
  y[i] = sum;
}
__global__ void add(int* sum, const int* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, own = 0;
  for (int k = 0; k < 20; ++k) own += x[i];
  atomicAdd(sum, own);
}
__global__ void increase(int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, more = 0;
  for (int k = 0; k < 20; ++k) more += k % 2;
  y[i] += more;
}
__global__ void tell(int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, own = 0;
  for (int k = 0; k < 20; ++k) own += y[i];
  if (i == 0) printf("own %d\n", own);
}
int main() {
  int *x, *y, *sum;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = 1;
  cudaMemset(y, 0, n * sizeof(int));
  int result;
)";

test::Ended run(const std::string& statements) {
  const std::string text = kKernels + statements + "}\n";
  test::Ended ended = test::run_program(text);
  // Who is followed executes every launch.
  const test::Ended executed = test::run_program(text, {.follows = true});
  CHECK(executed.repeated_launches == 0);
  CHECK(ended.out == executed.out);
  CHECK(ended.status == 0);
  CHECK(ended.launches == executed.launches);
  return ended;
}

}  // namespace

TEST_CASE("a launch on the memory that an equal one found is executed twice at most") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 10; ++i) set<<<n / 256, 256>>>(x, y, 3);
  cudaMemcpy(&result, y + 5, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
)");
  CHECK(ended.out == "60\n");
  CHECK(ended.repeated_launches == 8);
}

TEST_CASE("launches by turns repeat what they did") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 10; ++i) {
    set<<<n / 256, 256>>>(x, y, 3);
    cudaMemset(sum, 0, sizeof(int));
    add<<<n / 256, 256>>>(sum, y);
  }
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result / n);
)");
  CHECK(ended.out == "1200\n");
  CHECK(ended.repeated_launches == 16);
}

TEST_CASE("a launch that goes on from what it left is executed each time") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 10; ++i) increase<<<n / 256, 256>>>(y);
  cudaMemcpy(&result, y + 9, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
)");
  CHECK(ended.out == "100\n");
  CHECK(ended.repeated_launches == 0);
}

TEST_CASE("what changes between equal launches is seen by them") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 9; ++i) {
    set<<<n / 256, 256>>>(x, y, 3);
    cudaMemcpy(&result, y + 5, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d ", result);
    cudaDeviceSynchronize();
    if (i == 4) x[5] = 2;
    if (i == 6) {
      int by = 100;
      cudaMemcpyToSymbol(offset, &by, sizeof(int));
    }
  }
)");
  CHECK(ended.out == "60 60 60 60 60 120 120 2120 2120 ");
  CHECK(ended.repeated_launches == 3);
}

TEST_CASE("what the host changes of a result is made again, and what is kept stays what it was") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 8; ++i) {
    set<<<n / 256, 256>>>(y, x, 1);
    cudaDeviceSynchronize();
    printf("%d ", x[5]);
    x[5] = 7;
  }
)");
  CHECK(ended.out == "0 0 0 0 0 0 0 0 ");
  CHECK(ended.repeated_launches == 6);
}

TEST_CASE("other arguments, grids and arrays are other launches") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 6; ++i) {
    set<<<n / 256 / (i % 2 + 1), 256>>>(x, y, i % 3);
    cudaMemcpy(&result, y + 5, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d ", result);
  }
  for (int i = 0; i < 4; ++i) {
    int* z;
    cudaMalloc(&z, n * sizeof(int));
    set<<<n / 256, 256>>>(x, z, i);
    cudaMemcpy(&result, z + 5, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d ", result);
    cudaFree(z);
  }
)");
  CHECK(ended.out == "0 20 40 0 20 40 0 20 40 60 ");
}

TEST_CASE("a launch that prints does so each time") {
  const test::Ended ended = run(R"(
  for (int i = 0; i < 5; ++i) tell<<<n / 256, 256>>>(x);
  cudaDeviceSynchronize();
)");
  CHECK(ended.out == "own 20\nown 20\nown 20\nown 20\nown 20\n");
  CHECK(ended.repeated_launches == 0);
}

TEST_CASE("a launch is executed again where there is no room for copies") {
  const std::string text = kKernels + R"(
  for (int i = 0; i < 10; ++i) set<<<n / 256, 256>>>(x, y, 3);
  cudaMemcpy(&result, y + 5, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
}
)";
  const test::Ended ended = test::run_program(text, {.device_budget = 5 << 17});
  CHECK(ended.out == "60\n");
  CHECK(ended.repeated_launches == 0);
}

TEST_CASE(
    "an array begins where one of its size was freed, unless somebody looks for such mistakes") {
  const std::string text = R"(
#include <cstdio>
#include <cuda_runtime.h>
int main() {
  void *a, *b, *c, *d;
  cudaMalloc(&a, 1000);
  cudaMalloc(&b, 1000);
  cudaMemset(a, 1, 1000);
  cudaFree(a);
  cudaMalloc(&c, 2000);
  cudaMalloc(&d, 1000);
  char first = 7;
  cudaMemcpy(&first, d, 1, cudaMemcpyDeviceToHost);
  printf("%d %d %d", a == d, b == d, first);
}
)";
  CHECK(test::run_program(text).out == "1 0 0");
  CHECK(test::run_program(text, {.follows = true}).out == "0 0 0");
}
