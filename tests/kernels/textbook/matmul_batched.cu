// warplens: --grid 2,2,3 --block 8,8 --arg A=float[3][12][20]:mod=14 --arg B=float[3][20][16]:mod=9 --arg C=float[3][12][16]:zero
// warplens: --arg rows=12 --arg cols=16 --arg inner=20
// Many small products in one launch: the grid's third dimension picks the matrices, the first two the element.

__device__ float dot(const float* row, const float* column, int stride, int count) {
  float sum = 0.0f;
  for (int k = 0; k < count; ++k) {
    sum += row[k] * column[k * stride];
  }
  return sum;
}

__global__ void matmulBatched(const float* A, const float* B, float* C, int rows, int cols, int inner) {
  const int batch = blockIdx.z;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;

  const float* a = A + batch * rows * inner;
  const float* b = B + batch * inner * cols;
  float* c = C + batch * rows * cols;
  c[row * cols + col] = dot(a + row * inner, b + col, cols, inner);
}
