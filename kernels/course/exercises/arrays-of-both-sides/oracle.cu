// The sums, worked out by the host.

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
    int x = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    int y = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    printf("%d\n", y + 3 * x);
  }
}
