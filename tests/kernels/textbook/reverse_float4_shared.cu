// warplens: --grid 2 --block 64 --arg in=float[512]:iota --arg out=float[512]:none
//
// Reverses each block's float4 elements through shared memory. A warp's 16-byte access takes four
// wavefronts, because 32 lanes need 512 bytes and a wavefront brings 128: that is no bank conflict.

__global__ void reverse_float4_shared(const float4* in, float4* out) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[blockDim.x - 1 - t];
}
