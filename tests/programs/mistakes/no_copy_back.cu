// The most usual vector add, without the last copy.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  float *h_a = (float*)malloc(bytes), *h_b = (float*)malloc(bytes), *h_c = (float*)malloc(bytes);
  for (int i = 0; i < n; ++i) {
    h_a[i] = i;
    h_b[i] = 2 * i;
  }
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h_b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);  // finds: host_no_copy_back
  cudaDeviceSynchronize();
  bool is_right = true;
  for (int i = 0; i < n; ++i) is_right = is_right && h_c[i] == h_a[i] + h_b[i];
  printf(is_right ? "PASS\n" : "FAIL\n");
}
