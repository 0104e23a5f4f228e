// The products, worked out by the host.

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

int main() {
  unsigned state = SEED;
  for (int turn = 0; turn < TURNS; ++turn) {
    for (int i = 0; i < N; ++i) {
      int number = 1 + ((state = state * 1664525 + 1013904223) >> 22);
      printf("%d\n", (turn + 2) * number);
    }
  }
}
