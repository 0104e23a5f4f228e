// Needs no shared memory: each thread loads what it stores.
__global__ void turn_round(const float* in, float* out, int n) {
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[n - 1 - i];
}
