// warplens: --grid 1 --block 64 --arg a=int[256] --arg o=int[256]
__global__ void comma_and_discard(const int* a, int* o) {
  int t = threadIdx.x;
  int i = 0, j = 0;
  for (i = 0, j = 3; i < j; ++i, --j) o[t * 4 + i] = (a[t] > 5, a[t + j]);
  o[t] = (i += 2, i + j);
}
