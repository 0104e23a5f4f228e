// A histogram in global memory; of its bins the host sees as many as a wrong size copies.
#include <cstdio>
#include <cstdlib>
__global__ void histogram(const int* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i] % 16], 1);
}
int main() {
  const int n = 1000;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 61;
  int bins[64];
  int *d_data, *d_bins;
  cudaMalloc(&d_data, n * sizeof(int));
  cudaMalloc(&d_bins, 64 * sizeof(int));
  cudaMemset(d_bins, 0, 64 * sizeof(int));
  cudaMemcpy(d_data, h, n * sizeof(int), cudaMemcpyHostToDevice);
  histogram<<<4, 256>>>(d_data, d_bins, n);
  cudaMemcpy(bins, d_bins, 64, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += bins[i];
  printf("sum %d\n", sum);
  printf(sum == n ? "PASS\n" : "FAIL\n");
}
