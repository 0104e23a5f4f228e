// warplens: --grid 4 --block 64 --arg n=256 --arg values=int[256]:mod=16 --arg counts=int[16]:zero --arg weights=int[8]:const=1
// Atomics, a constant, a device function, and a line that nothing executes.
__constant__ int weights[8];

__device__ int bin_of(const int* row, int i) {
  return row[i] % 16;  // warplens: assert requests == 8, lines == 8, bytes_used == 1024
}

__global__ void histogram(const int* values, int* counts, int n) {
  __shared__ int own[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16) own[threadIdx.x] = 0;  // warplens: assert requests == 4, wavefronts == 4
  __syncthreads();
  // warplens: assert broadcasts == 8
  // warplens: assert requests(atomic own) == 8
  if (i < n) atomicAdd(&own[bin_of(values, i)], weights[i / 32]);
  __syncthreads();
  // warplens: assert sectors(atomic) == 8, bytes_moved(counts) == 256
  // warplens: assert wavefronts(load own) >= 4
  if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
  if (n < 0) counts[0] = 0;  // warplens: assert requests == 0
}
