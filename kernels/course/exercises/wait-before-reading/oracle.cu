// How often each number can be halved, worked out by the host.

#include <cstdio>

#ifndef N
#define N 200
#endif
#ifndef MOST
#define MOST 1000
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    int number = MOST + ((state = state * 1664525 + 1013904223) >> 16) % MOST, halved = 0;
    for (; number >= 2; number /= 2) ++halved;
    printf("%d\n", halved);
  }
}
