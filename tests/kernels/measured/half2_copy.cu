// warplens: --grid 1 --block 32 --arg a=half[1024]:zero --arg b=half[1024]
#include <cuda_fp16.h>
__global__ void half2_copy(__half2* a, const __half2* b) {
  int i = threadIdx.x;
  a[i] = b[i];
  a[i + 32] = __hadd2(b[i], b[i + 32]);
  float2 f = __half22float2(b[i]);
  a[i + 64] = __floats2half2_rn(f.x, f.y);
}
