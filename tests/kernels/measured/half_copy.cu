// warplens: --grid 1 --block 32 --arg a=half[1024]:zero --arg b=half[1024]
#include <cuda_fp16.h>
__global__ void half_copy(__half* a, const __half* b) {
  int i = threadIdx.x;
  a[i] = b[i];
  a[i + 32] = __float2half(__half2float(b[i]) * 2);
}
