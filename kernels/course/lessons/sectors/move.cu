// warplens: --block 32 --arg in=float[2048] --arg out=float[32]:zero

// One warp moves elements: thread t loads element STRIDE * t + SHIFT.

#ifndef NUMBER
#define NUMBER float
#endif
#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef SHIFT
#define SHIFT 0
#endif

__global__ void move(const NUMBER* in, NUMBER* out) {
  int t = threadIdx.x;

  out[t] = in[STRIDE * t + SHIFT];
}
