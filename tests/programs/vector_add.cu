// The first program of every course, with a size from the command line.
#include <cstdio>
#include <cstdlib>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  size_t bytes = n * sizeof(float);
  float* h_a = (float*)malloc(bytes);
  float* h_b = (float*)malloc(bytes);
  float* h_c = (float*)malloc(bytes);
  for (int i = 0; i < n; ++i) {
    h_a[i] = i;
    h_b[i] = 0.5f * i;
  }
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc((void**)&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += h_c[i] != h_a[i] + h_b[i];
  printf("%s: c[%d] = %.1f\n", wrong ? "FAIL" : "PASS", n - 1, h_c[n - 1]);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
  free(h_c);
  return wrong != 0;
}
