// warplens: --arg a=int[32]:iota --block 32
#include <cassert>
#include <cstdio>
__global__ void hello(int* a) {
  assert(a != NULL && "null");
  assert(a[threadIdx.x] >= 0);
  if (threadIdx.x % 8 == 0)
    printf("Hello from block %d, thread %d: %s %5.2f %lld %c %%\n", blockIdx.x, threadIdx.x, "text",
           1.5f * a[threadIdx.x], (long long)a[0], 'x');
  a[threadIdx.x]++;
}
