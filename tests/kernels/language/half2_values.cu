// warplens: --arg a=half[64] --arg b=half[64] --block 32
#include <cuda_fp16.h>
__global__ void hadd(const half2* a, half2* b) {
  int i = threadIdx.x;
  b[i] = __hadd2(a[i], b[i]);
  half x = __low2half(a[i]);
  b[i] = __halves2half2(__hmul(x, x), __hadd(x, __high2half(a[i])));
}
