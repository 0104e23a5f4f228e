// A copy that is longer than the array of main()'s.
#include <cstdio>
__global__ void fill(int* v) {
  v[threadIdx.x] = threadIdx.x;
}
int main() {
  int after[64] = {}, h[16] = {}, *d;
  cudaMalloc(&d, 32 * sizeof(int));
  fill<<<1, 32>>>(d);
  cudaMemcpy(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost);  // finds: host_copy_past_end
  printf("%d %d\n", h[15], after[0]);
}
