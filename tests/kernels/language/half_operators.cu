// warplens: --arg a=half[64] --arg b=half[64] --block 32
#include <cuda_fp16.h>
__global__ void h(const half* a, half* b) {
  int i = threadIdx.x;
  half v = a[i] * b[i] + a[i] - b[i];
  if (v > a[i] || __hgt(v, b[i])) v += a[0];
  b[i] = v / __float2half(2.f) + half(1) + (half)3.5;
}
