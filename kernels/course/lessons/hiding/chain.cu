// warplens: --block 32 --arg out=float[32]:zero --arg x=1.5

// Arithmetic: LINES lines of it, each of which needs the value of the line before. With APART each line has a value of its
// own.

#ifndef LINES
#define LINES 8
#endif
#ifndef APART
#define APART 0
#endif

__global__ void chain(float* out, float x) {
  float a = x, b = x, c = x, d = x;

#if APART
  for (int line = 0; line < LINES; line += 4) {
    a = a * x + 1.0f;
    b = b * x + 2.0f;
    c = c * x + 3.0f;
    d = d * x + 4.0f;
  }
#else
  for (int line = 0; line < LINES; line += 4) {
    a = a * x + 1.0f;
    a = a * x + 2.0f;
    a = a * x + 3.0f;
    a = a * x + 4.0f;
  }
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}
