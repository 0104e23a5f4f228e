// warplens: --block 64 --arg in=float[64] --arg out=float[64]:zero

// Two versions of one branch: threads take turns with its sides in groups of FIRST, then in groups of SECOND.

#ifndef FIRST
#define FIRST 1
#endif
#ifndef SECOND
#define SECOND 32
#endif

__global__ void branch(const float* in, float* out) {
  int t = threadIdx.x;
  float value = 0.0f;

  if (t / FIRST % 2 == 0) {
    value += 2.0f * in[t];
  } else {
    value += 3.0f * in[t];
  }

  if (t / SECOND % 2 == 0) {
    value += 2.0f * in[t];
  } else {
    value += 3.0f * in[t];
  }
  out[t] = value;
}
