// The smoothed row, worked out by the host.

#include <cstdio>

#ifndef N
#define N 200
#endif
#ifndef STEPS
#define STEPS 6
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  int values[N], before[N];
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) values[i] = 1 + ((state = state * 1664525 + 1013904223) >> 16);
  for (int step = 0; step < STEPS; ++step) {
    for (int i = 0; i < N; ++i) before[i] = values[i];
    for (int i = 0; i < N; ++i) {
      int left = before[i > 0 ? i - 1 : i], right = before[i < N - 1 ? i + 1 : i];
      values[i] = (left + 2 * before[i] + right) / 4;
    }
  }
  for (int i = 0; i < N; ++i) printf("%d\n", values[i]);
}
