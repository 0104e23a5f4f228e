// sinf(), cosf() and logf() are the GPU's in kernels and the C library's in host code, up to the
// last bit.
#include <cmath>
#include <cstdio>
__global__ void compute(const float* x, float* sines, float* cosines, float* logarithms) {
  const int i = threadIdx.x;
  sines[i] = sinf(x[i]);
  cosines[i] = cosf(x[i]);
  logarithms[i] = logf(x[i]);
}
__global__ void worst(float* most, int n) {
  float error = 0;
  for (int i = 0; i < n; ++i) {
    const float s = sinf((float)i), c = cosf((float)i);
    error = fmaxf(error, fabsf(sqrtf(s * s + c * c) - 1));
  }
  *most = error;
}
int main() {
  const int n = 12;
  const float h[n] = {0.0f,     -0.0f,     0.5f,  1.0f,     3.1415927f, 100.25f,
                      12345.0f, 200000.0f, 1e20f, INFINITY, 1e-40f,     -2.0f};
  float *x, *out, results[3 * n];
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  compute<<<1, n>>>(x, out, out + n, out + 2 * n);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    printf("%g: %a %a %a\n", h[i], results[i], results[n + i], results[2 * n + i]);
  worst<<<1, 1>>>(out, 5000);
  cudaMemcpy(results, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%e\n", results[0]);
}
