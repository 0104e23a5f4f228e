// warplens: --grid 3 --block 128 --arg x=float[3][500]:random=15 --arg y=float[3][500]:none --arg cols=500 --arg epsilon=0.00001
//
// Layer normalisation of one row a block. Sum and sum of squares travel together as a float2 through
// one reduction: shuffles within a warp, then the first warp over the warps' results.

__device__ float2 warp_sum(float2 v) {
  for (int offset = 16; offset > 0; offset /= 2) {
    v.x += __shfl_down_sync(0xffffffff, v.x, offset);
    v.y += __shfl_down_sync(0xffffffff, v.y, offset);
  }
  return v;
}

__device__ float2 block_sum(float2 v) {
  __shared__ float2 warps[32];
  __shared__ float2 total;
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  v = warp_sum(v);
  if (lane == 0) warps[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / warpSize ? warps[lane] : make_float2(0.0f, 0.0f);
    v = warp_sum(v);
    if (lane == 0) total = v;
  }
  __syncthreads();
  return total;
}

__global__ void layer_norm_block(const float* x, float* y, int cols, float epsilon) {
  const float* in = x + blockIdx.x * cols;
  float2 sums = {0.0f, 0.0f};
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    sums.x += in[i];
    sums.y += in[i] * in[i];
  }
  sums = block_sum(sums);
  float mean = sums.x / cols;
  float variance = sums.y / cols - mean * mean;
  float scale = rsqrtf(variance + epsilon);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    y[blockIdx.x * cols + i] = (in[i] - mean) * scale;
  }
}
