// warplens: --grid 2 --block 64 --arg a=int[4096]:mod=29 --arg o=int[128]
__global__ void nested_loops_divergent(const int* a, int* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int r = 0; r < i % 4 + 1; ++r) {
    int c = 0;
    while (c < 6) {
      int v = a[(r * 517 + c * 31 + i) % 4096];
      c += v % 3 + 1;
      if (v == 28) break;
      if (v % 7 == 0) continue;
      sum += a[(v + i) % 4096];
    }
    if (sum > 200) break;
    sum += c;
  }
  o[i] = sum;
}
