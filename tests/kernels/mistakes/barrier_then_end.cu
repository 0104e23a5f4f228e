// warplens: --grid 1 --block 64 --arg in=int[64]:iota --arg out=int[64]:zero
// finds: divergent_barrier
__global__ void k(const int* in, int* out) {
  int t = threadIdx.x;
  if (t < 32) {
    __syncthreads();
    out[t] = in[t];
  }
}
