#include <cuda_fp16.h>

#define SHARED(place) (unsigned)__cvta_generic_to_shared(&(place))
#define LDMATRIX_X4(r, place)                                                     \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" \
               : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])           \
               : "r"(SHARED(place)))
#define LDMATRIX_X2_TRANS(r, place)                                               \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"   \
               : "=r"((r)[0]), "=r"((r)[1])                                       \
               : "r"(SHARED(place)))
#define COPY(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SHARED(to)), "l"(&(from)))
#define MMA(d, a, b)                                                              \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "               \
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"  \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])           \
               : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]))

#define PLACE(row, col) ((col) ^ (row) / 2 % 4 * 8)

// Waits for the group before, whose copies have long been there.
// Matrices of 32 * tiles rows and columns. Each of the two warps makes 16 of the block's 32 rows.
__global__ void multiply(const half* a, const half* b, float* c, int tiles) {
  __shared__ __align__(16) half tile_a[32][32], tile_b[32][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, n = 32 * tiles;
  int row = blockIdx.y * 32, col = blockIdx.x * 32;
  float sums[4][4] = {};
  for (int first = 0; first < n; first += 32) {
    for (int i = threadIdx.x; i < 128; i += 64) {
      int r = i / 4, h = i % 4 * 8;
      COPY(tile_a[r][PLACE(r, h)], a[(row + r) * n + first + h]);
      COPY(tile_b[r][PLACE(r, h)], b[(first + r) * n + col + h]);
    }
    asm volatile("cp.async.commit_group;" ::);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 32; k += 16) {
      unsigned from_a[4], from_b[2];
      int r = warp * 16 + lane % 16, s = k + lane % 16;
      LDMATRIX_X4(from_a, tile_a[r][PLACE(r, k + lane / 16 * 8)]);
      for (int j = 0; j < 4; ++j) {
        LDMATRIX_X2_TRANS(from_b, tile_b[s][PLACE(s, j * 8)]);
        MMA(sums[j], from_a, from_b);
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j) {
    float* two = &c[(row + warp * 16 + lane / 4) * n + col + j * 8 + lane % 4 * 2];
    *(float2*)two = make_float2(sums[j][0], sums[j][1]);
    *(float2*)(two + 8 * n) = make_float2(sums[j][2], sums[j][3]);
  }
}
