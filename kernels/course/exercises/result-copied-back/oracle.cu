// The sums of the rows, added up by the host.

#include <cstdio>

#ifndef ROWS
#define ROWS 40
#endif
#ifndef COLS
#define COLS 12
#endif
#ifndef SEED
#define SEED 1
#endif

int main() {
  int matrix[ROWS * COLS];
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) matrix[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  for (int row = 0; row < ROWS; ++row) {
    int sum = 0;
    for (int col = 0; col < COLS; ++col) sum += matrix[row * COLS + col];
    printf("%d\n", sum);
  }
}
