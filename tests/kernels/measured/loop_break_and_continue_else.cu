// warplens: --grid 2 --block 64 --arg a=int[4096]:mod=17 --arg o=int[128]
__global__ void loop_break_and_continue_else(const int* a, int* o) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0, k = 0;
  while (k < 12) {
    int v = a[(id * 3 + k * 5) % 4096];
    ++k;
    if (v > 14) {
      break;
    } else if (v < 5) {
      sum += a[(id + v * 7) % 4096];
      continue;
    }
    sum -= a[(id + v * 5) % 4096];
  }
  o[id] = sum;
}
