// More dynamic shared memory than a launch has without asking.
#include <cstdio>
__global__ void reverse(int* v, int n) {
  extern __shared__ int kept[];
  kept[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = kept[n - 1 - threadIdx.x];
}
int main() {
  int h[64], *d;
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 64, 100000>>>(d, 64);  // finds: host_failed_launch
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
}
