// warplens: --grid 2 --block 64 --arg next=int[256]:mod=7 --arg o=int[128]
__global__ void while_on_memory(const int* next, int* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int steps = 0;
  while (next[(i + steps * 11) % 256] != 5 && steps < 20) ++steps;
  o[i] = steps;
}
