// warplens: --block 128 --arg in=half[64][32] --arg out=uint[128]:zero
#include <cuda_fp16.h>
__device__ void ldsm4(unsigned (&r)[4], const half* p) {
  unsigned a = (unsigned)__cvta_generic_to_shared(p);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(a));
}
__global__ void k(const half* in, unsigned* out) {
  __shared__ __align__(1024) half tile[64][32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  for (int i = t; i < 256; i += 128) {
    int r = i / 4, c = i % 4 * 8;
    *(uint4*)&tile[r][c] = *(const uint4*)&in[i * 8];
  }
  __syncthreads();
  unsigned sum = 0;
  for (int c = 0; c < 32; c += 16) {
    unsigned v[4];
    ldsm4(v, &tile[warp * 16 + lane % 16][c + lane / 16 * 8]);
    sum = sum * 31 + v[0] + v[1] + v[2] + v[3];
  }
  out[t] = sum;
}
