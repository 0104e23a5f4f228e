// An array of more than 1 MiB has pages of 2 MiB of its own, behind which there is nothing.
#include <cstdio>

__global__ void write(char* to) { *to = 1; }

int main() {
  const size_t half = 1 << 20;
  char *small, *large;
  cudaMalloc(&small, half);
  cudaMalloc(&large, 3 * half);
  write<<<1, 1>>>(small + 2 * half);
  printf("%d\n", cudaDeviceSynchronize());
  write<<<1, 1>>>(large + 4 * half - 1);
  printf("%d\n", cudaDeviceSynchronize());
  write<<<1, 1>>>(large + 4 * half);
  printf("%d\n", cudaDeviceSynchronize());
}
