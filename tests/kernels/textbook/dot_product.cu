// warplens: --grid 3 --block 64 --arg a=float[700]:mod=23 --arg b=float[700]:mod=19 --arg result=float[1]:zero --arg n=700
//
// Dot product: a grid-stride loop collects in a register, a tree in shared memory adds the block's
// registers up, and one atomic per block adds the block's sum to the result.

const int threadsPerBlock = 64;

__global__ void dot_product(const float* a, const float* b, float* result, int n) {
  __shared__ float cache[threadsPerBlock];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  int cacheIndex = threadIdx.x;

  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[cacheIndex] = temp;
  __syncthreads();

  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  if (cacheIndex == 0) atomicAdd(result, cache[0]);
}
