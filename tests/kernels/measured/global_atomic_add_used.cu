// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void global_atomic_add_used(int* a, int* b) {
  int i = threadIdx.x;
  a[i] = atomicAdd(&b[i % 3], 3);
}
