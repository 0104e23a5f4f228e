// warplens: --block 32 -D LANE=5 -D PLACE=0 --arg in=half[16][16]:iota --arg held=int[3]:zero --arg found=int[2]:zero

// One ldmatrix loads a 16 x 16 tile as four matrices of 8 x 8. `held` is what lane LANE has in its register PLACE
// afterwards, the lower half first, and then the cell that this lane has named; `found` is which lane has the cell of
// row ROW and column COL, and in which register.

#include <cuda_fp16.h>

#ifndef LANE
#define LANE 5
#endif
#ifndef PLACE
#define PLACE 0
#endif
#ifndef ROW
#define ROW 3
#endif
#ifndef COL
#define COL 6
#endif
#ifndef TURNED
#define TURNED 0
#endif

#if TURNED
#define LDMATRIX "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"
#else
#define LDMATRIX "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
#endif

__global__ void load(const half* in, int* held, int* found) {
  __shared__ __align__(16) half tile[16][16 + 8];

  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile[i / 16][i % 16] = in[i];
  __syncwarp();

  if (lane == LANE) held[2] = (int)__half2float(tile[lane % 16][lane / 16 * 8]);

  unsigned r[4];
  unsigned row = (unsigned)__cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]);
  asm volatile(LDMATRIX " {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));

  for (int i = 0; i < 4; ++i) {
    for (int part = 0; part < 2; ++part) {
      half element = __ushort_as_half((unsigned short)(r[i] >> 16 * part));
      if (lane == LANE && i == PLACE) held[part] = (int)__half2float(element);
      if ((int)__half2float(element) == ROW * 16 + COL) {
        found[0] = lane;
        found[1] = i;
      }
    }
  }
}
