// A vector knows how many elements it has.

#include <cstdio>
#include <vector>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

// A copy on the device.
int* on_device(const std::vector<int>& numbers) {
  int* copy;
  cudaMalloc(&copy, numbers.size() * sizeof(int));
  cudaMemcpy(copy, numbers.data(), numbers.size() * sizeof(int), cudaMemcpyHostToDevice);
  return copy;
}

int main() {
  std::vector<int> numbers(N), squares(N);
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) numbers[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int* in = on_device(numbers);
  int* out;
  cudaMalloc(&out, N * sizeof(int));
  square<<<(N + 63) / 64, 64>>>(in, out, N);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }
  cudaMemcpy(squares.data(), out, N * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", squares[i]);

  cudaFree(in);
  cudaFree(out);
}
