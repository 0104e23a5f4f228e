// Past an array that fills its pages of 2 MiB there is nothing.
#include <cstdio>

__global__ void write(char* to) { *to = 1; }

int main() {
  const size_t bytes = 16 << 20;
  char *first, *last;
  cudaMalloc(&first, bytes);
  cudaMalloc(&last, bytes);
  write<<<1, 1>>>(last + bytes - 1);
  printf("%d\n", cudaDeviceSynchronize());
  write<<<1, 1>>>(first + bytes);
  printf("%d\n", cudaDeviceSynchronize());
}
