#include <cuda_runtime.h>
#include "common.h"
__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
// expect error 2:1: #include of "common.h" is not supported
