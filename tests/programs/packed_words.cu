// Functions on several numbers in a word, beside loops over the numbers.
#include <cstdio>
__device__ int part(unsigned x, int i, int bits, bool is_signed) {
  const unsigned field = x >> i * bits & ((1u << bits) - 1);
  return is_signed && field >> (bits - 1) ? (int)field - (1 << bits) : (int)field;
}
__device__ unsigned put(int value, int i, int bits) {
  return ((unsigned)value & ((1u << bits) - 1)) << i * bits;
}
__device__ int cut(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}
__global__ void k(unsigned* wrong) {
  unsigned x = threadIdx.x * 2654435761u + 12345u;
  unsigned y = x * 747796405u + 2891336453u;
  for (int round = 0; round < 50; ++round) {
    unsigned sum = 0, difference = 0, larger = 0, cut_sum = 0, is_equal = 0, average = 0, sad = 0,
             apart = 0;
    for (int i = 0; i < 4; ++i) {
      const int a = part(x, i, 8, true), b = part(y, i, 8, true), p = part(x, i, 8, false),
                q = part(y, i, 8, false);
      sum |= put(a + b, i, 8);
      larger |= put(a > b ? a : b, i, 8);
      cut_sum |= put(cut(a + b, -128, 127), i, 8);
      is_equal |= put(p == q ? 255 : 0, i, 8);
      average |= put((p + q + 1) / 2, i, 8);
      apart |= put(p > q ? p - q : q - p, i, 8);
      sad += a > b ? a - b : b - a;
    }
    for (int i = 0; i < 2; ++i)
      difference |= put(part(x, i, 16, true) - part(y, i, 16, true), i, 16);
    const bool fits = sum == __vadd4(x, y) && difference == __vsub2(x, y) &&
                      larger == __vmaxs4(x, y) && cut_sum == __vaddss4(x, y) &&
                      is_equal == __vcmpeq4(x, y) && average == __vavgu4(x, y) &&
                      apart == __vabsdiffu4(x, y) && sad == __vsads4(x, y);
    int dot = 7;
    for (int i = 0; i < 4; ++i) dot += part(x, i, 8, true) * part(y, i, 8, true);
    const bool has_dot = dot == __dp4a((int)x, (int)y, 7);
    const double d = __hiloint2double((int)(x & 0x7fefffffu), (int)y);
    const bool has_words =
        __double2loint(d) == (int)y && __double2hiint(d) == (int)(x & 0x7fefffffu);
    if (!fits || !has_dot || !has_words) atomicAdd(wrong, 1u);
    x = x * 1664525u + 1013904223u;
    y ^= x >> 7;
  }
}
int main() {
  unsigned h = 1, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  k<<<2, 64>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u wrong\n", h);
}
