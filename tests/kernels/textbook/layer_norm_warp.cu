// warplens: --grid 3 --block 64 --arg x=float[6][96]:random=3 --arg gamma=float[96]:mod=4 --arg beta=float[96]:mod=3 --arg y=float[6][96]:none
//
// Layer normalisation of one row a warp. A row of 96 fits into three registers a lane, so that mean and
// variance need no second read of memory.

template <int N>
__device__ float sum_over_warp(const float (&values)[N]) {
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < N; ++k) sum += values[k];
  for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, mask);
  return sum;
}

__global__ void layer_norm_warp(const float* x, const float* gamma, const float* beta, float* y) {
  constexpr int kPerLane = 3;
  constexpr int kWidth = 32 * kPerLane;
  const float epsilon = 1e-5f;
  const int lane = threadIdx.x & 31;
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;

  float values[kPerLane];
#pragma unroll
  for (int k = 0; k < kPerLane; ++k) values[k] = x[row * kWidth + k * 32 + lane];
  const float mean = sum_over_warp(values) / kWidth;
  float squares[kPerLane];
  for (int k = 0; k < kPerLane; ++k) {
    values[k] -= mean;
    squares[k] = values[k] * values[k];
  }
  const float scale = rsqrtf(sum_over_warp(squares) / kWidth + epsilon);
  for (int k = 0; k < kPerLane; ++k) {
    const int col = k * 32 + lane;
    y[row * kWidth + col] = values[k] * scale * gamma[col] + beta[col];
  }
}
