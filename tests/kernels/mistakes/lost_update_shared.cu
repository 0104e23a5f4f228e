// warplens: --grid 1 --block 128 --arg out=int[1]:zero
// finds: lost_update
__global__ void k(int* out) {
  __shared__ int x;
  if (threadIdx.x == 0) x = 0;
  __syncthreads();
  x++;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = x;
}
