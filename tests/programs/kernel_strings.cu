// Strings in kernels: literals by pointer, arrays of characters, constant memory, printf's %s.
#include <cstdio>
__constant__ char title[] = "constant";
__device__ int length(const char* text) {
  int n = 0;
  while (text[n] != 0) ++n;
  return n;
}
__global__ void k(int* out) {
  const int i = threadIdx.x;
  const char* word = i == 0 ? "first" : i == 1 ? "second" : "more";
  char own[12] = "thread ";
  own[7] = '0' + i;
  out[i] = length(word) * 100 + length(own);
  printf("%s: %s, %-7s| %.2s %c\n", own, word, title, word + 1, word[0]);
}
int main() {
  int h[3], *d;
  cudaMalloc(&d, sizeof h);
  k<<<1, 3>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[2]);
}
