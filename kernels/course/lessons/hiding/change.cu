// warplens: --block 32 --arg in=float[1024] --arg out=float[32]:zero

// Each thread loads one element, changes it TURNS times, and stores it. Elements of neighbouring threads are STRIDE apart.

#ifndef TURNS
#define TURNS 8
#endif
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void change(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[STRIDE * i];

  for (int turn = 0; turn < TURNS; ++turn) {
    x = x * 0.5f + 1.0f;
  }
  out[i] = x;
}
