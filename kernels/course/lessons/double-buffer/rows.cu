// warplens: --block 32 -D PAD=1 --arg in=int4[32] --arg out=int4[32]:zero

// Copies rows of eight pieces of 16 bytes past L1, each behind PAD pieces more than the row before. SWIZZLED: exchanged
// by their row instead.

#ifndef PAD
#define PAD 0
#endif
#ifndef SWIZZLED
#define SWIZZLED 0
#endif
#ifndef WARPS
#define WARPS 1
#endif

__global__ void copy(const int4* in, int4* out) {
  __shared__ __align__(128) int4 tile[4 * WARPS][8 + PAD];
  int t = threadIdx.x, row = t / 8, piece = SWIZZLED ? t % 8 ^ row % 8 : t % 8;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::
               "r"((unsigned)__cvta_generic_to_shared(&tile[row][piece])), "l"(&in[t]));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = tile[row][piece];
}
