// warplens: --grid 1 --block 96 --arg a=int[40]:zero --arg n=40
__global__ void tail(int* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = i * i;
}
