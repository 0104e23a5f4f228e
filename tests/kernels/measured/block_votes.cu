// warplens: --grid 1 --block 48 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void block_votes(int* a, const int* b) {
  int i = threadIdx.x;
  a[i] = __syncthreads_count(b[i] % 3 == 0);
  a[i + 64] = __syncthreads_and(b[i] < 60);
  a[i + 128] = __syncthreads_or(b[i] == 33);
}
