// One counter a block, added to in shared memory.
__global__ void add_all(const int* in, int* total, int n) {
  __shared__ int sum;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (i < n) atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, sum);
}
