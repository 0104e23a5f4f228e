// An index past an array of the file.
#include <cstdio>
int table[4] = {1, 2, 3, 4};
static float other[4];
__global__ void k() {}
int main() {
  for (int i = 0; i <= 4; ++i) table[i] *= 2;  // finds: host_out_of_bounds
  other[3] = 1;
  k<<<1, 1>>>();
  printf("%d %g\n", table[3], other[3]);
  cudaDeviceSynchronize();
}
