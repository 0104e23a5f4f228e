// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void global_atomics(int* a, int* b) {
  int i = threadIdx.x;
  atomicMax(&b[i], 3);
  a[i] = atomicExch(&b[i + 32], 7);
  a[i + 32] = atomicCAS(&b[i + 64], i, 9);
}
