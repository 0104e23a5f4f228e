#include <stdio.h>
__global__ void k(float* a, const float* b, int n) {
  printf("%d\n", n);
}
// expect error 3:3: printf in a kernel is not supported yet
