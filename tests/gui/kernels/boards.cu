// Two boards that take turns, and too few blocks for them; what is left is half copied back.
#include <cstdio>
#include <utility>
#include <vector>
__global__ void step(const int* now, int* next, int n) {
  __shared__ int seen[8][8];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  seen[threadIdx.y][threadIdx.x] = now[y * n + x];
  int around = -seen[threadIdx.y][threadIdx.x];
  for (int dy = n - 1; dy <= n + 1; ++dy) {
    for (int dx = n - 1; dx <= n + 1; ++dx) around += now[(y + dy) % n * n + (x + dx) % n];
  }
  next[y * n + x] = around == 3 || (around == 2 && seen[threadIdx.y][threadIdx.x] == 1);
}
int main() {
  const int n = 20;
  const size_t bytes = n * n * sizeof(int);
  std::vector<int> cells(n * n);
  for (int i = 0; i < n * n; ++i) cells[i] = i % 3 == 0;
  int *a, *b, *spare;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&spare, bytes);
  cudaMemset(spare, 0, bytes);
  cudaMemcpy(a, cells.data(), bytes, cudaMemcpyHostToDevice);
  for (int turn = 0; turn < 2; ++turn) {
    step<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(a, b, n);
    std::swap(a, b);
  }
  cudaMemcpy(cells.data(), a, bytes / 2, cudaMemcpyDeviceToHost);
  int alive = 0;
  for (int i = 0; i < n * n / 2; ++i) alive += cells[i];
  printf("%d alive\n", alive);
  cudaFree(a);
  cudaFree(b);
  cudaFree(spare);
}
