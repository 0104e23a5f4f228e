// warplens: --grid 2 --block 64 --arg text=uint8_t[404]:random=23 --arg count=unsigned[1]:zero --arg n=404 --arg wanted=7
//
// Counts the bytes of a text that match in their lowest four bits. A thread loads four bytes at a time
// as a uchar4; blocks add their counts by one atomic each.

__device__ unsigned int is_match(unsigned char byte, unsigned char wanted) {
  return (byte & 15) == wanted;
}

__global__ void count_bytes(const uchar4* text, unsigned int* count, int n, unsigned char wanted) {
  __shared__ unsigned int block_count;
  if (threadIdx.x == 0) block_count = 0;
  __syncthreads();
  unsigned int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    uchar4 four = text[i];
    mine += is_match(four.x, wanted) + is_match(four.y, wanted) + is_match(four.z, wanted) +
            is_match(four.w, wanted);
  }
  if (mine > 0) atomicAdd(&block_count, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, block_count);
}
