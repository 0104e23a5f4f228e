// warplens: --grid 1 --block 64 --arg a=int[64]:iota --arg o=int[64]:zero
// Between the store and the load a barrier is missing.
__global__ void k(const int* a, int* o) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x] + 1;
  o[threadIdx.x] = s[(threadIdx.x + 32) % 64];
}
