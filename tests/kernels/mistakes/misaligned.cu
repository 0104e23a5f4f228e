// warplens: --grid 1 --block 1 --arg in=int[64]:iota --arg out=int[64]:zero
// finds: misaligned
__global__ void k(const int* in, int* out) {
  const char* p = (const char*)in + 2;
  out[threadIdx.x] = *(const int*)p;
}
