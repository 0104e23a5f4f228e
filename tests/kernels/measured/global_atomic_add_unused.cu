// warplens: --grid 1 --block 32 --arg b=int[1024]
__global__ void global_atomic_add_unused(int* b) {
  int i = threadIdx.x;
  atomicAdd(&b[i], 3);
}
