// cuda::barrier: arrivals apart from waiting, several phases, threads that drop out.
#include <cstdio>
#include <cuda/barrier>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier bar;
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = threadIdx.x + i;
    barrier::arrival_token token = bar.arrive();
    int own = i;
    bar.wait(std::move(token));
    out[threadIdx.x] += s[127 - threadIdx.x] + own;
    bar.arrive_and_wait();
  }
  if (threadIdx.x >= 64) { bar.arrive_and_drop(); return; }
  bar.arrive_and_wait();
  s[threadIdx.x] = 5;
  bar.arrive_and_wait();
  out[threadIdx.x] += s[63 - threadIdx.x];
}
int main() { int* o; cudaMallocManaged(&o, 512); k<<<1, 128>>>(o); printf("%d\n", cudaDeviceSynchronize()); printf("%d %d %d\n", o[0], o[64], o[127]); }
