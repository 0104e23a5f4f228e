// A kernel that breaks off prints nothing any more, and its error stays.
#include <cstdio>
__global__ void store(int* x) {
  *x = 0;
  printf("x: %d\n", *x);
}
int main() {
  int* x = nullptr;
  store<<<1, 1>>>(x);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%s\n", cudaGetErrorName(cudaMalloc(&x, sizeof(int))));
  store<<<1, 1>>>(x);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
