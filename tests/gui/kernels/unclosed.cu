// warplens: --block 32 --arg out=int[32]:zero
__global__ void unclosed(int* out) {
  out[threadIdx.x] = 1
}
