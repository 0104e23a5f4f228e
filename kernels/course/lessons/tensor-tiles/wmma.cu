// warplens: --block 32 -D LDM=32 --arg a=half[16][16]:mod=5 --arg b=half[16][16]:mod=7 --arg c=float[16][16]:zero

// One product of 16 x 16 matrices by a warp, in fragments of nvcuda::wmma. LDM is how many halves apart rows of the
// tiles begin.

#include <cuda_fp16.h>
#include <mma.h>

#ifndef LDM
#define LDM 16
#endif

using namespace nvcuda;

__global__ void multiply(const half* a, const half* b, float* c) {
  __shared__ __align__(32) half tile_a[16 * LDM], tile_b[16 * LDM];

  for (int i = threadIdx.x; i < 256; i += 32) {
    tile_a[i / 16 * LDM + i % 16] = a[i];
    tile_b[i / 16 * LDM + i % 16] = b[i];
  }
  __syncwarp();

  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> of_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  wmma::load_matrix_sync(of_a, tile_a, LDM);
  wmma::load_matrix_sync(of_b, tile_b, LDM);
  wmma::mma_sync(sums, of_a, of_b, sums);
  wmma::store_matrix_sync(c, sums, 16, wmma::mem_row_major);
}
