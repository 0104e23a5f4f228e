// warplens: --grid 1 --block 32 --arg a=int[32]:zero
// A load through a pointer that is null.
__global__ void wild_load(int* a) {
  const int* nothing = a - threadIdx.x;
  nothing = nullptr;
  a[threadIdx.x] = nothing[threadIdx.x];
}
