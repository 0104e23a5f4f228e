// warplens: --block 256 --arg in=int[256] --arg out=int[1]:zero

// In each round the lower half of what is left adds the upper half.

#ifndef SIZE
#define SIZE 256
#endif

__global__ void add_block(const int* in, int* out) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;

  s[t] = in[blockIdx.x * SIZE + t];
  __syncthreads();
  for (int d = SIZE / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();  // the next round reads these sums
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
