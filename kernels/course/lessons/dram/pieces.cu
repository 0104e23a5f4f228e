// warplens: --block 32 --arg in=float[1024] --arg out=float[32]:zero

// Neighbouring threads load elements STRIDE apart, from FIRST on: 16 floats from 66 on are the 64 bytes from 0x108 on.

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
