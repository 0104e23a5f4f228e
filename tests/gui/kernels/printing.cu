// warplens: --grid 2 --block 64 --arg x=float[128]
// A filter in constant memory, a function of its own, printf, and an assert that fails.
__constant__ float weights[4] = {0.5f, 0.25f, 0.125f, 0.0625f};

struct Pair {
  float low, high;
};

__device__ Pair ordered(float* x, int i, int j) {
  Pair p;
  p.low = fminf(x[i], x[j]);
  p.high = fmaxf(x[i], x[j]);
  return p;
}

__global__ void printing(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += weights[k] * x[i];
  float spread = weights[i % 4];
  Pair p = ordered(x, i, 127 - i);
  x[i] = sum + spread + p.low;
  if (i % 40 == 0) printf("thread %d has %.2f\n", i, x[i]);
  assert(i != 100);
}
