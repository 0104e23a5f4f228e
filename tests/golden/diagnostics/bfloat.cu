#include <cuda_bf16.h>
__global__ void k(float* a) {
  __nv_bfloat16 h = __float2bfloat16(1.5f);
  a[0] = h % h;
}
// expect error 4:10: operator % does not work on '__nv_bfloat16' and '__nv_bfloat16'
