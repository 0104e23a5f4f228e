// warplens: --grid 4 --block 64 --kernel fill --arg x=float[256] --then '--kernel scale --grid 2 --block 128 --arg factor=3' --then '--kernel total --grid 1 --block 32 --arg sum=float[1]:zero'
// Three launches that share x.
__global__ void fill(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;
}

__global__ void scale(float* x, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = factor * x[i];
}

__global__ void total(const float* x, float* sum) {
  float mine = 0;
  for (int i = threadIdx.x; i < 256; i += 32) mine += x[i];
  atomicAdd(sum, mine);
}
