// warplens: --grid 2 --block 96 --arg data=float[190]:random=11 --arg n=95
//
// Odd-even transposition sort: n rounds, in each one every even (then every odd) element is compared
// with its right neighbour. One block sorts one row of n elements; n need not be a power of two.

#include <cuda_runtime.h>

__global__ void odd_even_sort(float* data, int n) {
  __shared__ float row[128];
  const int t = threadIdx.x;
  float* const mine = &data[blockIdx.x * n];
  if (t < n) row[t] = mine[t];
  __syncthreads();

  for (int round = 0; round < n; ++round) {
    int left = 2 * t + (round & 1);
    if (left + 1 < n) {
      float a = row[left], b = row[left + 1];
      if (a > b) {
        row[left] = b;
        row[left + 1] = a;
      }
    }
    __syncthreads();
  }
  if (t < n) mine[t] = row[t];
}

int main() {
  const int n = 95;
  float* data = nullptr;
  cudaMalloc(&data, 2 * n * sizeof(float));
  odd_even_sort<<<2, 96>>>(data, n);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
