// A kernel in one stream reads what a kernel in another one writes, and nothing orders the two.
#include <cstdio>
#include <vector>
__global__ void square(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = v[i] * v[i];
}
__global__ void add(const float* v, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += v[i];
}
int main() {
  const int n = 1000;
  std::vector<float> h(n, 3.0f), s(n, 1.0f);
  float *v, *sum;
  cudaMalloc(&v, n * sizeof(float));
  cudaMalloc(&sum, n * sizeof(float));
  cudaMemcpy(v, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(sum, s.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  square<<<(n + 255) / 256, 256, 0, first>>>(v, n);
  add<<<(n + 255) / 256, 256, 0, second>>>(v, sum, n);  // finds: host_stream_race
  cudaDeviceSynchronize();
  cudaMemcpy(s.data(), sum, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", s[999]);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(v);
  cudaFree(sum);
}
