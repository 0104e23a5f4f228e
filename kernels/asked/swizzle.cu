// warplens: --block 32 -D B=3 -D M=3 -D S=3 -D HALVES=64 --arg in=half[8192]:mod=7 --arg out=unsigned[128]:zero

// Loads the 16 x 16 tile at column COL of rows of HALVES halves by one ldmatrix, in a layout as CuTe's Swizzle<B, M, S>:
// of an element's index, B bits from M + S on are xored to those from M on. PAD: so many unused halves a row.

#include <cuda_fp16.h>

#ifndef B
#define B 0
#endif
#ifndef M
#define M 3
#endif
#ifndef S
#define S 3
#endif
#ifndef HALVES
#define HALVES 64
#endif
#ifndef PAD
#define PAD 0
#endif
#ifndef COL
#define COL 0
#endif

__device__ int place(int row, int column) {
  int i = row * (HALVES + PAD) + column;
  return i ^ (i >> S & ((1 << B) - 1) << M);
}

__global__ void load(const half* in, unsigned* out) {
  __shared__ __align__(1024) half tile[16 * (HALVES + PAD) + 512];
  int t = threadIdx.x;
  for (int i = t * 8; i < 16 * HALVES; i += 256) {
    *(uint4*)&tile[place(i / HALVES, i % HALVES)] = *(const uint4*)&in[i];
  }
  __syncwarp();
  unsigned r[4], row = (unsigned)__cvta_generic_to_shared(&tile[place(t % 16, COL + t / 16 * 8)]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));
  for (int i = 0; i < 4; ++i) out[4 * t + i] = r[i];
}
