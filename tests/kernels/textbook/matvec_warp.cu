// warplens: --grid 3 --block 32,4 --arg A=float[10][77]:mod=7 --arg x=float[77]:mod=5 --arg y=float[10]:none --arg rows=10 --arg cols=77
//
// y = A x, one row a warp: the lanes read consecutive elements of the row, and shuffles add up their
// partial sums without shared memory. Warps without a row leave at once.

__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset >>= 1) {
    value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}

__global__ void matvec_warp(const float* A, const float* x, float* y, int rows, int cols) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* const a = A + row * cols;
  float sum = 0.0f;
  for (int j = threadIdx.x; j < cols; j += warpSize) sum += a[j] * x[j];
  sum = warp_sum(sum);
  if (threadIdx.x == 0) y[row] = sum;
}

int main() {
  int rows = 10, cols = 77;
  float *A, *x, *y;
  cudaMalloc(&A, rows * cols * sizeof(float));
  cudaMalloc(&x, cols * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  matvec_warp<<<3, dim3(32, 4)>>>(A, x, y, rows, cols);
  cudaDeviceSynchronize();
  return 0;
}
