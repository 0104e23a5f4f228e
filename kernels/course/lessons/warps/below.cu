// warplens: --block 64 --arg in=float[64] --arg out=float[64]:zero

// A branch at which the threads below LIMIT take one side and all others the other one.

#ifndef LIMIT
#define LIMIT 40
#endif

__global__ void below(const float* in, float* out) {
  int t = threadIdx.x;

  if (t < LIMIT) {
    out[t] = 2.0f * in[t];
  } else {
    out[t] = 3.0f * in[t];
  }
}
