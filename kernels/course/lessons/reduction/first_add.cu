// warplens: --block 128 --arg in=int[256] --arg out=int[1]:zero

// Each of SIZE threads loads two elements and adds them at once; then halves.

#ifndef SIZE
#define SIZE 128
#endif

__global__ void add_block(const int* in, int* out) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;
  const int* mine = in + blockIdx.x * 2 * SIZE;

  s[t] = mine[t] + mine[t + SIZE];
  __syncthreads();
  for (int d = SIZE / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();  // the next round reads these sums
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
