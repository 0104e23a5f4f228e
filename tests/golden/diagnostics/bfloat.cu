#include <cuda_bf16.h>
__global__ void k(float* a) {
  __nv_bfloat16 h;
  a[0] = h;
}
// expect error 3:3: 16-bit bfloat numbers are not supported
