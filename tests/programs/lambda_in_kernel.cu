// A lambda of a kernel is device code: it calls what only kernels may call.
#include <cstdio>
__device__ void put(float* to, float value) { *to = value; }
__global__ void fill(float* out) {
  auto store = [&](int value) { put(&out[threadIdx.x], value + threadIdx.x); };
  store(3);
}
int main() {
  float host[32];
  float* device;
  cudaMalloc(&device, sizeof host);
  fill<<<1, 32>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  printf("%g %g\n", host[0], host[31]);
}
