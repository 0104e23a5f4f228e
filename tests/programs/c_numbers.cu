// Integers that wrap and convert, shifts, floats in single and double precision, NaN.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned hash(const unsigned char* bytes, int n) {
  unsigned h = 2166136261u;
  for (int i = 0; i < n; ++i) h = (h ^ bytes[i]) * 16777619u;
  return h;
}

int main(void) {
  unsigned u = UINT_MAX;
  int8_t small = (int8_t)200;
  uint16_t half = (uint16_t)70000;
  printf("%u %d %u %d\n", u + 2, small, half, (int)(short)0x8001);
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 >> 1, -8 >> 1);
  printf("%lld %llu\n", (long long)1 << 40, ~0ull >> 3);
  float sum = 0;
  double exact = 0;
  for (int i = 1; i <= 20000; ++i) {
    sum += 1.0f / i;
    exact += 1.0 / i;
  }
  printf("%.6f %.12f\n", sum, exact);
  printf("%d %d %d\n", (int)3.99, (int)-3.99f, (int)1e3f);
  printf("%.4f %.4f %.4f %.4f\n", sqrt(2.0), powf(2.0f, 0.5f), exp(1.0), atan2(1.0, -1.0));
  printf("%d %d %d\n", isnan(0.0 / 0.0) != 0, 1.0 / 0.0 > 1e308, (0.0 / 0.0) == (0.0 / 0.0));
  const unsigned char bytes[] = {'w', 'a', 'r', 'p'};
  printf("%u\n", hash(bytes, 4));
  srand(7);
  int first = rand() % 1000;
  int second = rand() % 1000;
  printf("%d %d %d\n", first, second, rand() % 1000);
  int x = 5;
  int y = x++ + 10 * x;
  printf("%d %d\n", x, y > 0);
  int grid[3][4] = {{1, 2}, {3, 4, 5}};
  int* flat = &grid[0][0];
  int s = 0;
  for (int i = 0; i < 12; ++i) s = s * 3 + flat[i];
  printf("%d\n", s);
  return s & 7;
}
