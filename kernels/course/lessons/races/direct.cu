// warplens: --grid 4 --block 256 --arg values=int[1024]:mod=16 --arg bins=int[16]:zero

// A histogram: each thread has a number that names a bin, and adds one to that bin in global memory.

__global__ void histogram(const int* values, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[values[i]], 1);
}
