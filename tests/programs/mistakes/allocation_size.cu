// Elements instead of bytes: the input doesn't fit.
#include <cstdio>
__global__ void dot(const double* a, const double* b, double* sum, int n) {
  for (int i = 0; i < n; ++i) *sum += a[i] * b[i];
}
int main() {
  const int n = 32;
  double h[n], sum = 0, *a, *b, *d_sum;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n);  // finds: host_allocation_size
  cudaMalloc(&d_sum, sizeof(double));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(double));
  dot<<<1, 1>>>(a, b, d_sum, n);
  cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g\n", sum);
}
