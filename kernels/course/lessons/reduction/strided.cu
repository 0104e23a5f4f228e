// warplens: --block 256 --arg in=int[256] --arg out=int[1]:zero

// The same rounds, but the first threads add: thread t takes the t-th of the places that are 2 * d apart.

#ifndef SIZE
#define SIZE 256
#endif

__global__ void add_block(const int* in, int* out) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;

  s[t] = in[blockIdx.x * SIZE + t];
  __syncthreads();
  for (int d = 1; d < SIZE; d *= 2) {
    int i = 2 * d * t;
    if (i < SIZE) s[i] += s[i + d];
    __syncthreads();  // the next round reads these sums
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
