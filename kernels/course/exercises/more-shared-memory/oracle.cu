// The sums, worked out by the host.

#include <cstdio>

#ifndef ROWS
#define ROWS 2
#endif
#ifndef COLS
#define COLS 3500
#endif
#ifndef SEED
#define SEED 1
#endif

int in[4 * ROWS * COLS], order[COLS];

int main() {
  unsigned state = SEED;
  for (int i = 0; i < 4 * ROWS * COLS; ++i)
    in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  for (int i = 0; i < COLS; ++i) {
    int place = (state = state * 1664525 + 1013904223) % (i + 1);
    order[i] = order[place];
    order[place] = i;
  }
  for (int row = 0; row < ROWS; ++row) {
    unsigned sum = 0;
    for (int i = 0; i < COLS; ++i) {
      for (int k = 0; k < 4; ++k) {
        int from = 4 * (row * COLS + order[i]) + k, to = 4 * (row * COLS + i) + k;
        sum += (to % 1023 + 1) * in[from];
      }
    }
    printf("%u\n", sum);
  }
}
