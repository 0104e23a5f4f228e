// A program with two launches, an argument of main() and a constant.
#include <cstdio>
#include <cstdlib>
#define FACTOR 3

__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= FACTOR;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  float *h_x = (float*)malloc(n * sizeof(float)), *d_x;
  for (int i = 0; i < n; ++i) h_x[i] = i;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, h_x, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int turn = 0; turn < 2; ++turn) scale<<<(n + 255) / 256, 256>>>(d_x, n);
  cudaMemcpy(h_x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (int i = 0; i < n; ++i) is_right = is_right && h_x[i] == float(i) * FACTOR * FACTOR;
  printf(is_right ? "PASS\n" : "FAIL\n");
  cudaFree(d_x);
  free(h_x);
}
