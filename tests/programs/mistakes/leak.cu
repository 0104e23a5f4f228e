// Each turn allocates and none frees.
#include <cstdio>
__global__ void add(int* sum, int by) {
  *sum += by;
}
int main() {
  int all = 0;
  for (int turn = 0; turn < 5; ++turn) {
    int* d;
    cudaMalloc(&d, sizeof(int));  // finds: host_leak
    cudaMemcpy(d, &all, sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 1>>>(d, turn);
    cudaMemcpy(&all, d, sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("%d\n", all);
}
