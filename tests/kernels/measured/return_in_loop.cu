// warplens: --grid 2 --block 64 --arg a=int[4096]:mod=17 --arg o=int[128]
__global__ void return_in_loop(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 10; ++k) {
    int v = a[i * 2 + k];
    if (v == 11) return;
    if (v > 8) sum += a[i + v];
    else sum -= a[i];
  }
  o[i] = sum;
}
