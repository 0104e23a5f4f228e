// Launches with fewer threads than elements that are right: a second launch does the rest, or each
// thread does several; what a launch leaves in its input is not what the host goes on with.
#include <cstdio>
#include <vector>

__global__ void first(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}

__global__ void rest(int* v, int n, int from) {
  int i = from + threadIdx.x;
  if (i < n) v[i] = i;
}

__global__ void add_strided(int* v, int n) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) v[i] += 1;
}

__global__ void halve(float* v, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    v[i] /= 2;
    out[i] = v[i] + 1;
  }
}

int main() {
  const int n = 1000, block = 256;
  std::vector<int> h(n);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  first<<<n / block, block>>>(d, n);
  rest<<<1, block>>>(d, n, n / block * block);
  add_strided<<<2, 64>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int one : h) sum += one;
  printf("%d\n", sum);

  float in[8], out[8], *d_in, *d_out;
  for (int i = 0; i < 8; ++i) in[i] = 4.0f * i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  halve<<<1, 4>>>(d_in, d_out, 8);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%g %g\n", in[i], out[i]);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d);
}
