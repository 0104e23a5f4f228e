// warplens: --arg a=int64_t[32] --arg b=uint16_t[32] --arg n=32 --block 32 --arg d=3 --arg z=0
#include <stddef.h>
#include <stdint.h>
__global__ void k(int64_t* a, uint16_t* b, size_t n, ptrdiff_t d = 1, intptr_t z = 2) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] += INT64_MAX / 2 + (int64_t)b[i] + d + z;
    b[i] = UINT16_MAX - (uint8_t)a[i];
    uintptr_t u = (uintptr_t)&a[i];
    if (u & 7) a[i] = SIZE_MAX;
    a[i] = INT32_MIN + CHAR_BIT;
  }
}
