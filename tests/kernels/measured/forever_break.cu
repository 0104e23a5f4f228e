// warplens: --grid 2 --block 64 --arg a=int[2048]:mod=19 --arg o=int[128]
__global__ void forever_break(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x, k = 0;
  for (;;) {
    int v = a[i + k];
    if (v == 13) break;
    k += v % 3 + 1;
    if (k > 25) { o[i] = -1; break; }
  }
  while (true) {
    k--;
    if (k < 3) break;
    o[i] += a[k];
  }
}
