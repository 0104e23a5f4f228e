// warplens: --grid 4 --block 64 --arg of_grid=int[1]:zero --arg of_block=int[4]:zero --arg of_thread=int[256]:zero

// Three counters, each in another memory: a variable is of one thread, a shared one of one block, an array in global
// memory of all. Each thread adds one to all three.

__global__ void count(int* of_grid, int* of_block, int* of_thread) {
  int own = 0;
  __shared__ int shared;

  if (threadIdx.x == 0) shared = 0;
  __syncthreads();

  own += 1;
  atomicAdd(&shared, 1);
  atomicAdd(of_grid, 1);
  __syncthreads();

  of_thread[blockIdx.x * blockDim.x + threadIdx.x] = own;
  if (threadIdx.x == 0) of_block[blockIdx.x] = shared;
}
