// warplens: --grid 4 --block 32 --arg from=float[100] --arg to=float[100]:zero --arg count=100
__global__ void scale(const float* from, float* to, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = 2 * from[i];
}
