// warplens: --grid 1 --block 32 --arg in=int[32]:none --arg out=int[32]:zero
// finds: unwritten_read
__global__ void k(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}
