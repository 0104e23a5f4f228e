// warplens: --grid 2,2 --block 16,16 --arg in=int[32][32] --arg out=int[32][32]:zero --arg n=32
__global__ void down_columns(const int* in, int* out, int n) {
  int row = blockIdx.y * 16 + threadIdx.x;
  int column = blockIdx.x * 16 + threadIdx.y;
  out[row * n + column] = in[row * n + column];
}
