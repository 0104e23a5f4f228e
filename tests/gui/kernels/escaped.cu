// warplens: --grid 1 --block 32 --arg in=float[32] --arg out=float[32]:zero
__global__ void escaped(const float* in, float* out) {
  __shared__ float tile[32][32];
  float* flat = &tile[0][0];
  int t = threadIdx.x;
  flat[t * 32] = in[t];
  __syncthreads();
  out[t] = tile[t][0];
}
