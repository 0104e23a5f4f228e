// The host waits for the wrong stream.
#include <cstdio>
__global__ void fill(int* v, int by) {
  v[threadIdx.x] = threadIdx.x + by;
}
int main() {
  int *a, *b;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMallocManaged(&a, 128);
  cudaMallocManaged(&b, 128);
  fill<<<1, 32, 0, first>>>(a, 1);
  fill<<<1, 32, 0, second>>>(b, 2);
  cudaStreamSynchronize(second);
  printf("%d\n", b[31]);
  printf("%d\n", a[31]);  // finds: host_not_waited
  cudaDeviceSynchronize();
}
