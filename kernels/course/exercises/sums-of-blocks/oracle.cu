// The sum, worked out by the host.

#include <cstdio>

#ifndef N
#define N 500
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  unsigned state = SEED;
  int sum = 0;
  for (int i = 0; i < N; ++i) {
    int a = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    int b = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    sum += a * b;
  }
  printf("%d\n", sum);
}
