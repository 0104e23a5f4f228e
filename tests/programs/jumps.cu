// goto: out of loops and blocks, past objects that end, and in a kernel by some of its threads.
#include <cstdio>
struct L { int i; L(int k) : i(k) {} ~L() { printf("~%d ", i); } };
int f(int n) {
  int status = 0;
  L a(1);
  if (n == 0) goto Error;
  for (int i = 0; i < 5; ++i) {
    L b(10 + i);
    if (i == n) goto Error;
    if (i == 4) goto Done;
  }
  status = 100;
Done:
  status += 7;
  if (n == 8) return status;
Error:
  status += 1;
  return status;
}
__global__ void k(int* o) {
  int t = threadIdx.x, v = 0;
  if (t & 1) goto odd;
  v = 10;
  for (int i = 0; i < t; ++i) { if (i == 3) goto odd; v += i; }
  if (t == 0) return;
odd:
  o[t] = v + t;
}
int main() {
  printf("%d\n", f(0));
  for (int n = 1; n < 9; ++n) printf("%d\n", f(n));
  int* d; int h[8]; cudaMalloc(&d, 32); cudaMemset(d, 0, 32); k<<<1, 8>>>(d); cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
  cudaError_t e = cudaSuccess;
  if (e != cudaSuccess) { goto End; }
  printf("ok\n");
End:
  cudaFree(d);
  return 0;
}
