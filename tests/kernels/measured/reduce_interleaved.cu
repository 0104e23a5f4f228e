// warplens: --grid 4 --block 128 --arg a=int[512] --arg o=int[4]
__global__ void reduce_interleaved(const int* a, int* o) {
  __shared__ int s[128];
  unsigned int t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned int k = 1; k < blockDim.x; k *= 2) {
    unsigned int index = 2 * k * t;
    if (index < blockDim.x) s[index] += s[index + k];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
