// warplens: --grid 1 --block 64 --arg in=int[64]:iota --arg out=int[64]:zero
// finds: out_of_bounds
__global__ void k(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}
