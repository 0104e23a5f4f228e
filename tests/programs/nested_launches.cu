// Kernels that launch kernels: what they launch runs once their grids have ended.
#include <cstdio>

__global__ void fill(int* data, int first, int count, int depth) {
  if (threadIdx.x == 0) printf("depth %d: %d from %d\n", depth, count, first);
  for (int i = threadIdx.x; i < count; i += blockDim.x) data[first + i] += 1 << depth;
  if (threadIdx.x != 0 || count < 4) return;
  const int half = count / 2;
  fill<<<1, dim3(32, 1, 1)>>>(data, first, half, depth + 1);
}

__global__ void add(float* to, float value) {
  extern __shared__ float part[];
  part[threadIdx.x] = value;
  __syncthreads();
  to[threadIdx.x] += part[blockDim.x - 1 - threadIdx.x];
}

__global__ void begin(float* to) {
  if (threadIdx.x < 2) add<<<1, 4, 4 * sizeof(float)>>>(to + 4 * threadIdx.x, 1.5f + threadIdx.x);
}

int main() {
  int host[16], *data;
  cudaMalloc(&data, sizeof host);
  cudaMemset(data, 0, sizeof host);
  fill<<<1, 32>>>(data, 0, 16, 0);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) printf("%d ", value);
  float sums[8], *to;
  cudaMalloc(&to, sizeof sums);
  cudaMemset(to, 0, sizeof sums);
  begin<<<1, 32>>>(to);
  cudaMemcpy(sums, to, sizeof sums, cudaMemcpyDeviceToHost);
  for (float value : sums) printf("%.1f ", value);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
