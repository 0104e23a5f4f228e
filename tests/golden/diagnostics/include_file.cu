#include <cuda_runtime.h>
#include "common.h"
__global__ void k(float* a, const float* b, int n) {
  a[0] = common_scale;
}
// expect error 4:10: unknown name 'common_scale'; it may be declared in "common.h" (line 2), which was not found
