#include <cuda_runtime.h>
#include "common.h"
__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
// expect error 2:1: there is no file "common.h" beside the kernel to include
