// The host's block is smaller than the array.
#include <cstdio>
#include <cstdlib>
__global__ void fill(char* v) {
  v[threadIdx.x] = threadIdx.x;
}
int main() {
  char *d, *h = (char*)malloc(32);
  cudaMalloc(&d, 64);
  fill<<<1, 64>>>(d);
  cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);  // finds: host_copy_past_end
  printf("%d\n", h[31]);
  cudaFree(d);
}
