// warplens: --block 32 --arg in=float[32] --arg out=float[32]:zero

// Threads share elements: the SHARERS threads of a group load the same one.

#ifndef NUMBER
#define NUMBER float
#endif
#ifndef SHARERS
#define SHARERS 32
#endif

__global__ void shared_word(const NUMBER* in, NUMBER* out) {
  int t = threadIdx.x;

  out[t] = in[t / SHARERS];
}
