// warplens: --block 32 --arg in=float[32] --arg out=float[64]:zero
__global__ void two_accesses(const float* in, float* out) {
  __shared__ float tile[64];
  tile[2 * threadIdx.x] = 1.0f;
  out[2 * threadIdx.x] = in[threadIdx.x];
}
