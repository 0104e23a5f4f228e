// Comparisons of 16-bit floats with NaN: ordered ones are false, those in u are true.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

template <typename T>
__device__ unsigned compared(T a, T b) {
  return __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 |
         __hge(a, b) << 5 | __hequ(a, b) << 6 | __hneu(a, b) << 7 | __hltu(a, b) << 8 | __hleu(a, b) << 9 |
         __hgtu(a, b) << 10 | __hgeu(a, b) << 11 | (a == b) << 12 | (a != b) << 13;
}

__global__ void compare(unsigned* out) {
  const __half one = __float2half(1.0f), two = __float2half(2.0f), nan = __ushort_as_half(0x7e00);
  const __nv_bfloat16 big = __float2bfloat16(3.0f), none = __ushort_as_bfloat16(0x7fc0);
  out[0] = compared(one, two);
  out[1] = compared(two, one);
  out[2] = compared(one, one);
  out[3] = compared(one, nan);
  out[4] = compared(nan, nan);
  out[5] = compared(big, none);
  out[6] = __hbne2(__halves2half2(one, nan), __halves2half2(two, one));
  const __half2 both = __hne2(__halves2half2(one, nan), __halves2half2(two, one));
  out[7] = __half_as_ushort(__low2half(both)) | __half_as_ushort(__high2half(both)) << 16;
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 8 * sizeof(unsigned));
  compare<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%04x\n", out[i]);
}
