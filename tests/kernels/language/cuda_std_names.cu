// warplens: --arg a=float[32] --block 32
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
__global__ void k(float* a) {
  cuda::std::int64_t v = 1;
  a[threadIdx.x] = cuda::std::sqrt(a[0]) + v;
}
