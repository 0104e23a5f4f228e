// The reference product that programs check their kernels with.
#include <cstdio>
#include <cstdlib>

#ifdef __CUDACC__
__global__ void none() {}
#define LAUNCH none<<<1, 1>>>()
#else
#define LAUNCH
#endif

void product(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

int main() {
  LAUNCH;
  const int n = 160;
  float* a = (float*)malloc(n * n * sizeof(float));
  float* b = (float*)malloc(n * n * sizeof(float));
  float* c = (float*)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 13;
    b[i] = i % 7;
  }
  float last = 0;
  for (int turn = 0; turn < 20; turn++) {
    product(a, b, c, n);
    last += c[turn * n + turn];
    a[turn] = turn;
  }
  printf("%g\n", last);
  free(a);
  free(b);
  free(c);
}
