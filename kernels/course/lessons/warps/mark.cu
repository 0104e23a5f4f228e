// warplens: --block 8,8 --arg who=int[1][8][8]:zero

// Each thread of one block marks its own element of an array that is as large as the block.

__global__ void mark(int* who) {
  who[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1;
}
