// A tensor copy of 8 rows of 64 halves, swizzled as MODE says, into a tile that begins BASE bytes past a multiple of
// 1,024: in which order pieces of 16 bytes are in each row. The mbarrier expects EXPECT bytes, and the block waits for the
// phase of parity PARITY.
#include <cstdio>
#include <cuda.h>
#include <cuda_fp16.h>

#ifndef BASE
#define BASE 0
#endif
#ifndef MODE
#define MODE CU_TENSOR_MAP_SWIZZLE_128B
#endif
#ifndef EXPECT
#define EXPECT 1024
#endif
#ifndef PARITY
#define PARITY 0
#endif

__global__ void copy(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) unsigned char bytes[2048];
  __shared__ __align__(8) unsigned long long arrived;
  unsigned tile = (unsigned)__cvta_generic_to_shared(bytes) + BASE;
  unsigned barrier = (unsigned)__cvta_generic_to_shared(&arrived);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(EXPECT) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
                 "r"(tile), "l"(&map), "r"(0), "r"(0), "r"(barrier) : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (!done) {
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done) : "r"(barrier), "r"(PARITY) : "memory");
  }
  if (threadIdx.x == 0) {
    for (int row = 0; row < 8; ++row) {
      printf("row %d:", row);
      for (int piece = 0; piece < 8; ++piece) {
        int first = (int)__half2float(*(half*)&bytes[BASE + row * 128 + piece * 16]);
        printf(" %d", first % 64 / 8);
      }
      printf("\n");
    }
  }
}

int main() {
  half in[512];
  for (int i = 0; i < 512; ++i) in[i] = __float2half((float)i);
  half* data;
  cudaMalloc(&data, sizeof in);
  cudaMemcpy(data, in, sizeof in, cudaMemcpyHostToDevice);
  CUtensorMap map;
  cuuint64_t sizes[2] = {64, 8}, strides[1] = {128};
  cuuint32_t box[2] = {64, 8}, steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, sizes, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, MODE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  copy<<<1, 32>>>(map);
  cudaDeviceSynchronize();
  cudaFree(data);
}
