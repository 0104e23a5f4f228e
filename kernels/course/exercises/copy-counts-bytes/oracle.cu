// The sums, added by the host.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  int A[N], B[N];
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = (state = state * 1664525 + 1013904223) >> 22;
    B[i] = (state = state * 1664525 + 1013904223) >> 22;
  }
  for (int i = 0; i < N; ++i) printf("%d\n", A[i] + B[i]);
}
