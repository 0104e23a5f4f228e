// warplens: --grid 2 --block 64 --arg a=int[2048]:mod=29 --arg o=int[128]
__global__ void switch_loop_continue(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
  for (int k = 0; k < 8; ++k) {
    switch (a[i * 2 + k] % 5) {
      case 0: continue;
      case 1: sum += a[i + k]; break;
      case 2:
      case 3: sum -= a[i]; break;
      default: sum += a[k];
    }
    sum ^= a[i + 5];
  }
  o[i] = sum;
}
