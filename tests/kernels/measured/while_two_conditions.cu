// warplens: --grid 2 --block 64 --arg a=int[4096]:mod=17 --arg o=int[128]
__global__ void while_two_conditions(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int k = 0;
  while (k < 20 && (a[i + k] != 9 || a[i * 2 + k] > 3)) k += a[i + 2 * k] % 3 + 1;
  o[i] = k;
}
