// warplens: --grid 2 --block 64 --arg a=int[512] --arg o=int[128]
__global__ void fall_through_two(const int* a, int* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v = 0;
  switch (i % 3) {
    case 0:
      v += a[i];
    case 1:
      v += a[i * 2];
  }
  o[i] = v + a[i + 3];
}
