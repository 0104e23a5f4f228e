// warplens: --grid 2 --block 32,4 --arg in=float[7][50]:random=8 --arg out=float[7][50]:none --arg rows=7 --arg cols=50
//
// Softmax of one row a warp. Maximum and sum go round by xor shuffles, after which every lane has
// them: no shared memory and no barrier.

#include <math.h>

#define FULL_MASK 0xffffffff

__device__ float warp_reduce_max(float v) {
  for (int mask = 16; mask > 0; mask >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL_MASK, v, mask));
  return v;
}

__device__ float warp_reduce_sum(float v) {
  for (int mask = 16; mask > 0; mask >>= 1) v += __shfl_xor_sync(FULL_MASK, v, mask);
  return v;
}

__global__ void softmax_warp(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* x = in + row * cols;
  float* y = out + row * cols;

  float largest = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) largest = fmaxf(largest, x[i]);
  largest = warp_reduce_max(largest);

  float sum = 0.0f;
  for (int i = threadIdx.x; i < cols; i += 32) {
    float e = expf(x[i] - largest);
    y[i] = e;
    sum += e;
  }
  sum = warp_reduce_sum(sum);
  for (int i = threadIdx.x; i < cols; i += 32) y[i] /= sum;
}
