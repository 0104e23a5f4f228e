// The target and the source of the last copy have changed places.
#include <cstdio>
__global__ void squares(float* out, const float* in) {
  int i = threadIdx.x;
  out[i] = in[i] * in[i];
}
int main() {
  const int n = 64;
  float h_in[n], h_out[n], *in, *out;
  for (int i = 0; i < n; ++i) h_in[i] = i;
  cudaMalloc(&in, sizeof h_in);
  cudaMalloc(&out, sizeof h_out);
  cudaMemcpy(in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  squares<<<1, n>>>(out, in);
  cudaMemcpy(out, h_out, sizeof h_out, cudaMemcpyDeviceToHost);  // finds: host_copy_direction
  for (int i = 0; i < n; ++i) printf("%g\n", h_out[i]);
}
