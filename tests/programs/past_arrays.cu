// What kernels write just past an array is found there again: memory is given in units of 512
// bytes.
#include <cstdio>
__global__ void fill(int* sum, int* numbers, int n) {
  for (int i = 0; i < n; ++i) {
    numbers[i] = i;
    *sum += numbers[i];
  }
}
int main() {
  int *sum, *numbers, zero = 0, result = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMalloc(&numbers, 3 * sizeof(int));
  cudaMemcpy(sum, &zero, sizeof(int), cudaMemcpyHostToDevice);
  fill<<<1, 1>>>(sum, numbers, 10);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", result, cudaGetErrorName(cudaGetLastError()));
}
