// warplens: --grid 1 --block 32 --arg a=half[1024]:zero --arg b=half[1024]
#include <cuda_fp16.h>
__global__ void half_arithmetic(__half* a, const __half* b) {
  int i = threadIdx.x;
  a[i] = b[i] + b[i + 32];
  a[i + 32] = __hmul(b[i], b[i]);
  a[i + 64] = b[i] * __float2half(0.5f);
}
