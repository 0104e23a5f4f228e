// warplens: --grid 4 --block 128 --arg a=int[512] --arg o=int[4]
__global__ void reduce_modulo(const int* a, int* o) {
  __shared__ int s[128];
  unsigned int t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
