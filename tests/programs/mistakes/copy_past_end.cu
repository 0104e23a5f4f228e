// One row too many is copied to the device, which fails; nobody asks.
#include <cstdio>
#include <vector>
__global__ void sums(const int* m, int* row, int n) {
  int all = 0;
  for (int k = 0; k < n; ++k) all += m[threadIdx.x * n + k];
  row[threadIdx.x] = all;
}
int main() {
  const int n = 8;
  std::vector<int> m((n + 1) * n, 1), row(n);
  int *d_m, *d_row;
  cudaMalloc(&d_m, n * n * sizeof(int));
  cudaMalloc(&d_row, n * sizeof(int));
  const size_t bytes = m.size() * sizeof(int);
  cudaMemcpy(d_m, m.data(), bytes, cudaMemcpyHostToDevice);  // finds: host_copy_past_end
  sums<<<1, n>>>(d_m, d_row, n);
  cudaMemcpy(row.data(), d_row, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int one : row) printf("%d ", one);
  printf("\n");
}
