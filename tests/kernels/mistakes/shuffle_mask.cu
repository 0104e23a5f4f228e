// warplens: --grid 1 --block 32 --arg in=int[32]:iota --arg out=int[32]:zero
// finds: sync_mask
__global__ void k(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) v = __shfl_sync(0x000000ffu, v, 0);
  out[threadIdx.x] = v;
}
