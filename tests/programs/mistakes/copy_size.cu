// The result is copied by its number of elements; the check ends at the first wrong one.
#include <cstdio>
#include <cstdlib>
__global__ void negate(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = -in[i];
}
int main() {
  const int n = 1000;
  float* h_in = (float*)malloc(n * sizeof(float));
  float* h_out = (float*)calloc(n, sizeof(float));
  for (int i = 0; i < n; ++i) h_in[i] = i + 1;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, h_in, n * sizeof(float), cudaMemcpyHostToDevice);
  negate<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaMemcpy(h_out, out, n, cudaMemcpyDeviceToHost);  // finds: host_copy_size
  for (int i = 0; i < n; ++i) {
    if (h_out[i] != -h_in[i]) {
      printf("FAIL at %d\n", i);
      return 1;
    }
  }
  printf("PASS\n");
}
