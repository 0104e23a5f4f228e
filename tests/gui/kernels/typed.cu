// warplens: --grid 1 --block 32 --arg a=float[32]

__global__ void k(float* a) { a[threadIdx.x] = 1; }
