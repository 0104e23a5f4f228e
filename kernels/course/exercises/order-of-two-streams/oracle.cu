// The sums of squares, worked out by the host.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    int a = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    int b = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    printf("%d\n", a * a + b * b);
  }
}
