// An index past an array on the stack.
#include <cstdio>
__global__ void add(int* v) {
  v[threadIdx.x] += 1;
}
int main() {
  int a[10], sum = 0, *d;
  for (int i = 0; i < 10; ++i) a[i] = i;
  cudaMalloc(&d, sizeof a);
  cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<1, 10>>>(d);
  cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i <= 10; ++i) sum += a[i];  // finds: host_out_of_bounds
  printf("%d\n", sum > 0);
  cudaFree(d);
}
