// The sums, worked out by the host.

#include <cstdio>

#ifndef N
#define N 128
#endif
#ifndef SEED
#define SEED 1
#endif
#define WEIGHTS 32

int main() {
  int in[N + WEIGHTS], own[WEIGHTS];
  unsigned state = SEED;
  for (int i = 0; i < N + WEIGHTS; ++i) in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 24);
  for (int i = 0; i < WEIGHTS; ++i) own[i] = 1 + ((state = state * 1664525 + 1013904223) >> 24);
  for (int t = 0; t < N; ++t) {
    int sum = 0;
    for (int i = 0; i < WEIGHTS; ++i) sum += own[i] * in[t + i];
    printf("%d\n", sum);
  }
}
