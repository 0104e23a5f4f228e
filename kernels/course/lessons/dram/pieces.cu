// warplens: --block 32 --arg in=float[1024] --arg out=float[32]:zero

// Each thread loads one element; those of neighbouring threads are STRIDE apart, and the first one is element FIRST.

#ifndef NUMBER
#define NUMBER float
#endif
#ifndef STRIDE
#define STRIDE 32
#endif
#ifndef FIRST
#define FIRST 0
#endif

__global__ void pieces(const NUMBER* in, NUMBER* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  out[i] = in[FIRST + STRIDE * i];
}
