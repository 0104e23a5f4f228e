// warplens: --block 32 --arg in=int[1024]:zero --arg out=int[32]:zero

// LOADS loads that need nothing of each other; with CHAIN each one's place is what the one before has loaded.

#ifndef LOADS
#define LOADS 4
#endif
#ifndef CHAIN
#define CHAIN 0
#endif
#if CHAIN
#define AFTER(value, place) (value)
#else
#define AFTER(value, place) (place)
#endif

__global__ void loads(const int* in, int* out) {
  int t = threadIdx.x;
  int a = in[t], b = 0, c = 0, d = 0;

  b = in[AFTER(a, t + 32)];
#if LOADS > 2
  c = in[AFTER(b, t + 64)];
  d = in[AFTER(c, t + 96)];
#endif
  int e = 0, f = 0, g = 0, h = 0;
#if LOADS > 4
  e = in[AFTER(d, t + 128)];
  f = in[AFTER(e, t + 160)];
  g = in[AFTER(f, t + 192)];
  h = in[AFTER(g, t + 224)];
#endif
  out[blockIdx.x * blockDim.x + t] = a + b + c + d + e + f + g + h;
}
