// Two boards that take turns: a launch reads what the one before it left out.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
__global__ void step(const int* now, int* next, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int around = -now[y * n + x];
  for (int dy = n - 1; dy <= n + 1; ++dy) {
    for (int dx = n - 1; dx <= n + 1; ++dx) around += now[(y + dy) % n * n + (x + dx) % n];
  }
  next[y * n + x] = around == 3 || (around == 2 && now[y * n + x] == 1);
}
int main() {
  const int n = 65;
  const size_t bytes = n * n * sizeof(int);
  std::vector<int> cells(n * n);
  for (int& cell : cells) cell = rand() % 3 == 0;
  int *now, *next;
  cudaMalloc(&now, bytes);
  cudaMalloc(&next, bytes);
  cudaMemset(next, 0, bytes);
  cudaMemcpy(now, cells.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid(n / 16, n / 16);
  for (int turn = 0; turn < 4; ++turn) {
    step<<<grid, block>>>(now, next, n);  // finds: host_small_grid
    std::swap(now, next);
  }
  cudaMemcpy(cells.data(), now, bytes, cudaMemcpyDeviceToHost);
  int alive = 0;
  for (int cell : cells) alive += cell;
  printf("%d alive\n", alive);
  cudaFree(now);
  cudaFree(next);
}
