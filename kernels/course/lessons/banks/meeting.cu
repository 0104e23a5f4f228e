// warplens: --block 32 --arg out=float[32]:zero

// LANES lanes of a warp meet in the first bank, where they name WORDS different words; each other lane has a bank to itself.

#ifndef LANES
#define LANES 5
#endif
#ifndef WORDS
#define WORDS 2
#endif

__global__ void meeting(float* out) {
  __shared__ float words[32 * WORDS];
  int t = threadIdx.x;

  for (int row = 0; row < WORDS; ++row) {
    words[32 * row + t] = row;
  }
  __syncthreads();
  out[t] = words[t < LANES ? 32 * (t % WORDS) : t];
}
