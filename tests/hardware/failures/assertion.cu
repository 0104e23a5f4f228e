// warplens: --grid 1 --block 32 --arg a=int[32]:zero
#include <cassert>
__global__ void asserts(int* a) {
  assert(a[threadIdx.x] == 1);
  a[threadIdx.x] = 2;
}
