// warplens: --shared 400
// As many bytes as the shown size takes.
__global__ void turn_round(const float* in, float* out, int n) {
  extern __shared__ float s[];
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = s[n - 1 - i];
}
