// warplens: --grid 2 --block 64 --arg a=int[1024]:mod=23 --arg o=int[128]
__global__ void switch_in_loop(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v = 0;
  for (int k = 0; k < 6; ++k) {
    switch (a[(i * 3 + k) % 1024] % 4) {
      case 0:
        v += a[i];
        break;
      case 1:
        if (v > 60) break;
        v += a[i + k];
      case 3:
        v -= a[i + 2 * k];
        break;
    }
  }
  o[i] = v;
}
