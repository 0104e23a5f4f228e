// A histogram whose result is copied back in part: elements are counted for bytes.
#include <cstdio>
#include <cstdlib>
__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[text[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  unsigned char* text = (unsigned char*)malloc(n);
  for (int i = 0; i < n; ++i) text[i] = rand() % 100;
  unsigned bins[256] = {0};
  unsigned char* d_text;
  unsigned* d_bins;
  cudaMalloc(&d_text, n);
  cudaMalloc(&d_bins, sizeof(bins));
  cudaMemset(d_bins, 0, sizeof(bins));
  cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
  histogram<<<4, 256>>>(d_text, n, d_bins);
  cudaMemcpy(bins, d_bins, 256, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < 256; ++i) sum += bins[i];
  printf("%u of %d\n", sum, n);
  return sum != n;
}
