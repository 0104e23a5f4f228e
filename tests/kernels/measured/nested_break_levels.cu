// warplens: --grid 1 --block 128 --arg a=int[4096]:mod=37 --arg o=int[128]
__global__ void nested_break_levels(const int* a, int* o) {
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 5; ++r) {
    for (int c = 0; c < 6; ++c) {
      int v = a[t * 3 + r * 64 + c];
      if (v == 30) break;
      if (v > 33) return;
      sum += v;
      for (int q = c; q < v % 3; ++q) sum += a[q + t];
    }
    if (sum % 11 == 0) continue;
    o[t] = sum;
  }
  o[t] += 1;
}
