// warplens: --grid 2,2 --block 16,16 --arg n=32 --arg a=float[1024] --arg b=float[1024] --arg c=float[1024]
// A tiled product: the assertion is about the whole launch, however often a loop comes by.
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float of_a[16][16], of_b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int at = 0; at < n; at += 16) {
    of_a[threadIdx.y][threadIdx.x] = a[row * n + at + threadIdx.x];  // warplens: assert sectors == 256
    // warplens: assert lines(b) == 128
    of_b[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      // warplens: assert conflicts(of_a) == 0
      // warplens: assert conflicts(of_b) == 0, wavefronts(of_b) == 1024
      sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    }
    __syncthreads();
  }
  c[row * n + column] = sum;  // warplens: assert sectors per request == 4
}
