// Frees as many arrays as the shown size has turns.

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

__global__ void multiply(const int* in, int* out, int factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

int main() {
  int row[N], products[N];  // the host's
  unsigned state = SEED;

  for (int turn = 0; turn < TURNS; ++turn) {
    for (int i = 0; i < N; ++i) row[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

    int *in, *out;  // the device's
    cudaMalloc(&in, sizeof row);
    cudaMalloc(&out, sizeof products);
    cudaMemcpy(in, row, sizeof row, cudaMemcpyHostToDevice);
    multiply<<<(N + 63) / 64, 64>>>(in, out, turn + 2, N);
    cudaMemcpy(products, out, sizeof products, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) printf("%d%c", products[i], i == N - 1 ? '\n' : ' ');
    if (turn < 6) {
      cudaFree(in);
      cudaFree(out);
    }
  }
}
