// Cooperative launches: the grid waits for all its blocks, several times; one that is too large.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void prefix(int* a, int* b, int n) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  for (int step = 1; step < n; step *= 2) {
    b[i] = i >= step ? a[i] + a[i - step] : a[i];
    grid.sync();
    a[i] = b[i];
    grid.sync();
  }
}
__global__ void parts(int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = threadIdx.x;
  auto same = cg::labeled_partition(tile, i % 5);
  auto side = cg::binary_partition(tile, i < 12);
  out[i] = cg::reduce(same, i, cg::plus<int>()) * 10000 + same.thread_rank() * 100 + side.size();
}
int main() {
  const int n = 256;
  int h[n], *a, *b, count = n;
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  void* arguments[] = {&a, &b, &count};
  printf("%d\n", (int)cudaLaunchCooperativeKernel((void*)prefix, dim3(8), dim3(32), arguments));
  int sums[n], sum = 0, wrong = 0;
  cudaMemcpy(sums, a, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) wrong += sums[i] != (sum += h[i]);
  printf("%d wrong\n", wrong);
  parts<<<1, 32>>>(a);
  cudaMemcpy(h, a, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[11], h[31]);
  printf("%d\n",
         (int)cudaLaunchCooperativeKernel((void*)prefix, dim3(1 << 20), dim3(1024), arguments));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
