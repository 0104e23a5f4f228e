// warplens: --grid 4 --block 256 --arg in=float[1024] --arg out=float[1024]:zero

// Each thread loads a number, changes it TURNS times, and stores it.

#ifndef NUMBER
#define NUMBER float
#endif
#ifndef TURNS
#define TURNS 40
#endif

__global__ void turns(const NUMBER* in, NUMBER* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  NUMBER x = in[i];

  for (int turn = 0; turn < TURNS; ++turn) {
    x = x * NUMBER(0.5) + NUMBER(1);
  }
  out[i] = x;
}
