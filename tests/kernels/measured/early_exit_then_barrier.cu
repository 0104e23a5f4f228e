// warplens: --grid 2 --block 96 --arg a=int[192] --arg o=int[192] --arg n=150
__global__ void early_exit_then_barrier(const int* a, int* o, int n) {
  __shared__ int s[96];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = a[i];
  __syncthreads();
  o[i] = s[threadIdx.x / 2];
}
