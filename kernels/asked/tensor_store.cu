// A warp writes 8 rows of 64 halves by stmatrix, the pieces of row r exchanged by r where SWIZZLED is 1, and a tensor
// copy stores the tile with the same swizzle.
#include <cstdio>
#include <cuda.h>
#include <cuda_fp16.h>

#ifndef SWIZZLED
#define SWIZZLED 1
#endif

__global__ void store(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) half tile[8 * 64];
  int lane = threadIdx.x;
  for (int half_of_it = 0; half_of_it < 2; ++half_of_it) {
    int row = lane % 8, piece = half_of_it * 4 + lane / 8, own = (lane / 4) * 64 + half_of_it * 32 + lane % 4 * 2;
    unsigned r[4];
    for (int i = 0; i < 4; ++i) {
      half2 two = __floats2half2_rn(own + 8 * i, own + 8 * i + 1);
      r[i] = *(unsigned*)&two;
    }
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[row * 64 + (SWIZZLED ? piece ^ row : piece) * 8]);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::
                 "r"(to), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (lane == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::
                 "l"(&map), "r"(0), "r"(0), "r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main() {
  half out[512], *data;
  cudaMalloc(&data, sizeof out);
  CUtensorMap map;
  cuuint64_t sizes[2] = {64, 8}, strides[1] = {128};
  cuuint32_t box[2] = {64, 8}, steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, sizes, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE,
                         SWIZZLED ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  store<<<1, 32>>>(map);
  cudaMemcpy(out, data, sizeof out, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 512; ++i) wrong += __half2float(out[i]) != (float)i;
  printf("%d elements are wrong\n", wrong);
  cudaFree(data);
}
