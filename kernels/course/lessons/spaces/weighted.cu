// warplens: --grid 2 --block 64 --arg weights=int[16] --arg in=int[144] --arg out=int[128]:zero

// A weighted sum of COUNT numbers for each thread; the weights are in constant memory. All threads begin with the first
// weight, or (OWN) each begins with its own; the sum is the same.

#ifndef COUNT
#define COUNT 16
#endif
#ifndef OWN
#define OWN 0
#endif

__constant__ int weights[COUNT];

__global__ void weighted(const int* in, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;

  for (int i = 0; i < COUNT; ++i) {
    int k = OWN == 1 ? (i + t) % COUNT : i;
    sum += weights[k] * in[t + k];
  }
  out[t] = sum;
}
