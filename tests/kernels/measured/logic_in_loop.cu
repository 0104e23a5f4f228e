// warplens: --grid 2 --block 64 --arg a=int[2048]:mod=31 --arg o=int[128]
__global__ void logic_in_loop(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x, n = 0;
  for (int k = 0; k < a[i] && (a[i + k] % 2 || a[i * 2 + k] < 12); ++k) {
    if (!(a[i + 3 * k] > 20) || (n > 5 && a[k] == 2)) n += a[i * 3 + k];
    else n--;
  }
  o[i] = n;
}
