// Prints whether its result is right: with a TILE below 16, two threads store to one element.
#include <cstdio>
#define TILE 16
__global__ void sum(const int* in, int* out) {
  __shared__ int s[TILE];
  s[threadIdx.x % TILE] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % TILE];
}
int main() {
  int h[32], *in, *out;
  for (int i = 0; i < 32; i++) h[i] = i % 16;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 16>>>(in, out);
  int r[16];
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < 16; i++) ok = ok && r[i] == h[i];
  printf("%s\n", ok ? "PASS" : "FAIL");
  return 0;
}
