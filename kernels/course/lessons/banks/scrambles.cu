// warplens: --block 32 --arg out=float[32]:zero

// Two ways to scatter a warp's words, one after the other: a multiple of t, taken modulo 64, and the square of t.

#ifndef FACTOR
#define FACTOR 7
#endif

__global__ void scrambles(float* out) {
  __shared__ float words[1024];
  int t = threadIdx.x;

  for (int row = 0; row < 32; ++row) {
    words[32 * row + t] = row;
  }
  __syncthreads();

  float multiple = words[FACTOR * t % 64];
  float square = words[t * t];
  out[t] = multiple + square;
}
