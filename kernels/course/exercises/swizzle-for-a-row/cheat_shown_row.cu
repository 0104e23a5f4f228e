#include <cuda_fp16.h>

#ifndef HALVES
#define HALVES 128
#endif

// As in CuTe: of an element's index, B bits from M + S on are xored to those from M on.
template <int B, int M, int S>
struct Swizzle {
  __device__ static int place(int i) { return i ^ (i >> S & ((1 << B) - 1) << M); }
};
// Right for rows of 128 halves alone.
using Chosen = Swizzle<3, 3, 4>;

// Turns a matrix, 16 rows of HALVES halves in each block. HALVES is 16, 32, 64 or 128.
__global__ void turn(const half* in, float* out, int blocks) {
  __shared__ __align__(128) half tile[16 * HALVES];
  int lane = threadIdx.x, rows = 16 * blocks;
  for (int i = lane * 8; i < 16 * HALVES; i += 256) {
    *(uint4*)&tile[Chosen::place(i)] = *(const uint4*)&in[blockIdx.x * 16 * HALVES + i];
  }
  __syncthreads();
  for (int col = 0; col < HALVES; col += 8) {
    unsigned r[2], named = (unsigned)__cvta_generic_to_shared(&tile[Chosen::place(lane % 16 * HALVES + col)]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(named));
    for (int i = 0; i < 2; ++i) {
      float2 two = make_float2(__half2float(__ushort_as_half((unsigned short)r[i])),
                               __half2float(__ushort_as_half((unsigned short)(r[i] >> 16))));
      *(float2*)&out[(col + lane / 4) * rows + blockIdx.x * 16 + i * 8 + lane % 4 * 2] = two;
    }
  }
}
