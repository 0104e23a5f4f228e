// warplens: --grid 4 --block 128 --arg in=int[1024] --arg total=int[1]:zero

// Each block adds up its elements; then its sum is added to the total in one step.

#ifndef SIZE
#define SIZE 128
#endif

__global__ void add_all(const int* in, int* total) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;
  const int* mine = in + blockIdx.x * 2 * SIZE;

  s[t] = mine[t] + mine[t + SIZE];
  __syncthreads();
  for (int d = SIZE / 2; d >= 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();  // the next round reads these sums
  }
  if (t < 32) {
    int sum = s[t];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t == 0) atomicAdd(total, sum);
  }
}
