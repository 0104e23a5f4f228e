// Launches of two kernels; the last one where the one before it left alone what it should.
#include <cstdio>

__global__ void reverse(int* x) {
  __shared__ int s[128];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = x[t];
  __syncthreads();
  x[t] = s[n - 1 - t];
}

__global__ void mark(int* x) {
  if (threadIdx.x < 8) x[threadIdx.x] = -1;
}

int main() {
  int h[128], *d;
  for (int i = 0; i < 128; ++i) h[i] = i + 1;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(d);
  reverse<<<1, 128>>>(d);
  mark<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  if (h[8] != -1) mark<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
}
