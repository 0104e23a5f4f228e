// warplens: --grid 2 --block 64 --arg a=int[2048]:mod=19 --arg o=int[128]
__global__ void do_continue(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x, k = 0, sum = 0;
  do {
    ++k;
    int v = a[i + k * 3];
    if (v % 4 == 1) continue;
    sum += a[i + v];
  } while (k < 9 && a[i * 2 + k] != 7);
  o[i] = sum;
}
