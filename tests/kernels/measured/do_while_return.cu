// warplens: --grid 2 --block 96 --arg a=int[512]:mod=13 --arg o=int[192]
__global__ void do_while_return(const int* a, int* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 5 == 4) return;
  int k = 0, sum = 0;
  do {
    sum += a[(i + k) % 512];
    if (sum > 60) {
      o[i] = -sum;
      return;
    }
    ++k;
  } while (k < 12);
  o[i] = sum;
}
