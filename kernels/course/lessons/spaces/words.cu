// warplens: --block 32 --arg weights=float[32] --arg out=float[32]:zero

// The lanes of a warp read constant memory. SHARERS lanes in a row want the same word.

#ifndef SHARERS
#define SHARERS 8
#endif

__constant__ float weights[32];

__global__ void words(float* out) {
  int t = threadIdx.x;
  out[t] = weights[t / SHARERS];
}
