// The negative, worked out by the host.

#include <cstdio>

#ifndef ROWS
#define ROWS 36
#endif
#ifndef COLS
#define COLS 50
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) {
    int value = (state = state * 1664525 + 1013904223) >> 22;
    printf("%d\n", 1023 - value);
  }
}
