// Arrays filled by rand().
#include <cstdio>
#include <cstdlib>

#ifdef __CUDACC__
__global__ void none() {}
#define LAUNCH none<<<1, 1>>>()
#else
#define LAUNCH
#endif

int main() {
  LAUNCH;
  const int n = 1 << 20;
  float* a = (float*)malloc(n * sizeof(float));
  srand(7);
  double sum = 0;
  for (int turn = 0; turn < 8; turn++) {
    for (int i = 0; i < n; i++) a[i] = rand() / (float)RAND_MAX;
    for (int i = 0; i < n; i++) sum += a[i];
  }
  printf("%.3f\n", sum);
  free(a);
}
