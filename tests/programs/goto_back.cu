// goto backwards: a loop, loops in each other, out of a block with an object, and over a label.
#include <cstdio>
__host__ __device__ int collatz(int n) {
  int steps = 0;
again:
  if (n == 1) return steps;
  ++steps;
  if (n % 2 == 0) {
    n /= 2;
    goto again;
  }
  n = 3 * n + 1;
  goto again;
}
__host__ __device__ int nested(int n) {
  int i = 0, sum = 0;
outer:
  int j = 0;
inner:
  sum += i * j;
  if (++j < n) goto inner;
  if (sum > 40) goto out;
  if (++i < n) goto outer;
  sum += 1000;
out:
  return sum;
}
__host__ __device__ int crossing(int n) {
  int sum = 0;
first:
  sum += 1;
  if (sum > 50) return sum;
second:
  sum += 10;
  for (int k = 0; k < n; ++k) {
    if (k == 2) goto first;
    if (sum % 7 == 3) goto second;
  }
  return -sum;
}
__global__ void k(int* out) {
  const int i = threadIdx.x;
  out[i] = collatz(i + 1);
  out[32 + i] = nested(i % 8);
  out[64 + i] = crossing(i % 5);
}
int main() {
  int h[96], *d;
  cudaMalloc(&d, sizeof h);
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) printf("%d %d %d\n", h[i], h[32 + i], h[64 + i]);
  int differ = 0;
  for (int i = 0; i < 32; ++i)
    differ += h[i] != collatz(i + 1) || h[32 + i] != nested(i % 8) || h[64 + i] != crossing(i % 5);
  printf("%d differ\n", differ);
}
