// An object owns the array and frees it when its scope ends.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef TURNS
#define TURNS 6
#endif
#ifndef SEED
#define SEED 1
#endif

struct DeviceArray {
  int* data = nullptr;
  explicit DeviceArray(size_t bytes) { cudaMalloc(&data, bytes); }
  ~DeviceArray() { cudaFree(data); }
};

__global__ void multiply(const int* in, int* out, int factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

int main() {
  int row[N], products[N];  // the host's
  unsigned state = SEED;

  for (int turn = 0; turn < TURNS; ++turn) {
    for (int i = 0; i < N; ++i) row[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

    DeviceArray in(sizeof row), out(sizeof products);
    cudaMemcpy(in.data, row, sizeof row, cudaMemcpyHostToDevice);
    multiply<<<(N + 63) / 64, 64>>>(in.data, out.data, turn + 2, N);
    cudaMemcpy(products, out.data, sizeof products, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) printf("%d%c", products[i], i == N - 1 ? '\n' : ' ');
  }
}
