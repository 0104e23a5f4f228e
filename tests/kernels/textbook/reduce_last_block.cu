// warplens: --grid 6 --block 64 --arg in=unsigned[900]:mod=77 --arg partial=unsigned[6]:zero --arg out=unsigned[1]:zero --arg n=900
// A whole sum in one launch without adding atomically: every block stores its part, makes it visible, and draws a
// ticket. The block that draws the last one knows that all parts are there, and adds them up.

__device__ unsigned int blocksDone = 0;

__device__ unsigned int sumOfBlock(unsigned int* shared, unsigned int value) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) shared[threadIdx.x] += shared[threadIdx.x + s];
    __syncthreads();
  }
  return shared[0];
}

__global__ void reduceSinglePass(const unsigned int* in, unsigned int* partial, unsigned int* out, unsigned int n) {
  __shared__ unsigned int scratch[64];
  __shared__ bool isLast;

  unsigned int sum = 0;
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = sumOfBlock(scratch, sum);

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    unsigned int ticket = atomicInc(&blocksDone, gridDim.x);
    isLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();

  if (isLast) {
    unsigned int total = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += partial[i];
    total = sumOfBlock(scratch, total);
    if (threadIdx.x == 0) {
      *out = total;
      blocksDone = 0;
    }
  }
}
