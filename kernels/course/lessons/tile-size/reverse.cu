// warplens: --block 256 --shared 28672 --arg in=float[7168] --arg out=float[7168]:zero --arg count=7168

// Turns a row of numbers round: the block loads all of them into shared memory, waits, and stores them back to front. How
// many there are is the launch's choice, and so is the size of the shared memory: --shared, four bytes a number.

__global__ void reverse(const float* in, float* out, int count) {
  extern __shared__ float kept[];

  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    kept[i] = in[i];
  }
  __syncthreads();

  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    out[i] = kept[count - 1 - i];
  }
}
