// warplens: --grid 2 --block 64 --shared 512 --arg a=double[128] --arg o=double[2]
__global__ void double_reduce(const double* a, double* o) {
  extern __shared__ double s[];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
