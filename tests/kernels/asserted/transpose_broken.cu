// warplens: --grid 2,2 --block 32,32 --arg n=64 --arg in=float[4096] --arg out=float[4096]
// The same without padding: one assertion is broken on purpose, which a test expects.
#define TILE 32

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];  // warplens: assert conflicts == 0, sectors == 512
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];  // warplens: assert wavefronts per request == 1
}
