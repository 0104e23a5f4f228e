// warplens: --block 256 --arg in=int[256] --arg out=int[1]:zero

// A block adds up its elements in rounds. In each round every thread whose number is a multiple of 2 * d adds the sum that
// is d further.

#ifndef SIZE
#define SIZE 256
#endif

__global__ void add_block(const int* in, int* out) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;

  s[t] = in[blockIdx.x * SIZE + t];
  __syncthreads();
  for (int d = 1; d < SIZE; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();  // the next round reads these sums
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
