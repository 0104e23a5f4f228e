// A result in pinned memory is read while the copy may be on its way.
#include <cstdio>
__global__ void fill(int* v) {
  v[threadIdx.x] = threadIdx.x + 1;
}
int main() {
  int *h, *d;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&h, 128);
  h[31] = 0;
  cudaMalloc(&d, 128);
  fill<<<1, 32, 0, stream>>>(d);
  cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, stream);
  printf("%d\n", h[31]);  // finds: host_not_waited
  cudaStreamSynchronize(stream);
}
