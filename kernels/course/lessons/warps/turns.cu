// warplens: --block 32 --arg in=float[32] --arg out=float[32]:zero

// A loop of t % TURNS turns: each thread t has its own number of them.

#ifndef TURNS
#define TURNS 32
#endif

__global__ void turns(const float* in, float* out) {
  int t = threadIdx.x;
  float sum = 0.0f;

  for (int i = 0; i < t % TURNS; ++i) {
    sum += in[i];
  }
  out[t] = sum;
}
