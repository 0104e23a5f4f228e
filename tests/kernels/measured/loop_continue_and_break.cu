// warplens: --grid 2 --block 64 --arg a=int[4096]:mod=17 --arg o=int[128]
__global__ void loop_continue_and_break(const int* a, int* o) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 12; ++k) {
    int v = a[(id * 3 + k * 5) % 4096];
    if (v == 3) continue;
    if (v > 14) break;
    sum += a[(id + v * 7) % 4096];
  }
  o[id] = sum;
}
