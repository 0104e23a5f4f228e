// warplens: --grid 2,2 --block 128 -D PAD=8 --arg a=half[128][128]:mod=5 --arg b=half[128][128]:mod=7 --arg c=float[128][128]:zero --arg n=128

// c = a * b on tensor cores, for n x n matrices; SIDE and DEPTH divide n. A block goes through a and b in tiles, DEPTH
// deep, and each of its four warps makes a quarter of its SIDE x SIDE sums. PAD is how many halves each row of a tile has
// behind those that are used.

#include <cuda_fp16.h>

#ifndef PAD
#define PAD 0
#endif
#ifndef DEPTH
#define DEPTH 32
#endif
#define SIDE 64

#define SHARED(place) (unsigned)__cvta_generic_to_shared(&(place))
#define LDMATRIX_X4(r, place)                                                               \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"           \
               : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])                     \
               : "r"(SHARED(place)))
#define LDMATRIX_X2_TRANS(r, place)                                                         \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"             \
               : "=r"((r)[0]), "=r"((r)[1])                                                 \
               : "r"(SHARED(place)))
#define MMA(d, a, b)                                                                        \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "                         \
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"            \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                     \
               : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]))

__global__ void multiply(const half* a, const half* b, float* c, int n) {
  __shared__ __align__(16) half tile_a[SIDE][DEPTH + PAD];
  __shared__ __align__(16) half tile_b[DEPTH][SIDE + PAD];

  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.y * SIDE, col = blockIdx.x * SIDE;
  int own_row = warp / 2 * 32, own_col = warp % 2 * 32;
  float sums[2][4][4] = {};

  for (int first = 0; first < n; first += DEPTH) {
    for (int i = threadIdx.x * 8; i < SIDE * DEPTH; i += blockDim.x * 8) {
      *(uint4*)&tile_a[i / DEPTH][i % DEPTH] = *(const uint4*)&a[(row + i / DEPTH) * n + first + i % DEPTH];
      *(uint4*)&tile_b[i / SIDE][i % SIDE] = *(const uint4*)&b[(first + i / SIDE) * n + col + i % SIDE];
    }
    __syncthreads();

    for (int k = 0; k < DEPTH; k += 16) {
      unsigned of_a[2][4], of_b[4][2];
      for (int i = 0; i < 2; ++i) {
        LDMATRIX_X4(of_a[i], tile_a[own_row + 16 * i + lane % 16][k + lane / 16 * 8]);
      }
      for (int j = 0; j < 4; ++j) {
        LDMATRIX_X2_TRANS(of_b[j], tile_b[k + lane % 16][own_col + 8 * j]);
      }
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) MMA(sums[i][j], of_a[i], of_b[j]);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) {
      float* two = &c[(row + own_row + 16 * i + lane / 4) * n + col + own_col + 8 * j + lane % 4 * 2];
      *(float2*)two = make_float2(sums[i][j][0], sums[i][j][1]);
      *(float2*)(two + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
  }
}
