// warplens: --grid 4 --block 64 --arg row_start=int[9]:values=0,40,40,45,110,143,150,151,200 --arg column=int[200]:mod=37 --arg value=float[200]:mod=9 --arg x=float[37]:mod=6 --arg y=float[8]:none --arg rows=8
//
// Sparse matrix times vector in CSR form, one row a warp: consecutive lanes read consecutive nonzeros.

struct CsrMatrix {
  const int* row_start;
  const int* column;
  const float* value;
};

__device__ float row_times_vector(const CsrMatrix& m, int row, int lane, const float* x) {
  float sum = 0.0f;
  for (int k = m.row_start[row] + lane; k < m.row_start[row + 1]; k += 32) {
    sum += m.value[k] * x[m.column[k]];
  }
  return sum;
}

__global__ void spmv_csr_vector(const int* row_start, const int* column, const float* value,
                                const float* x, float* y, int rows) {
  CsrMatrix matrix;
  matrix.row_start = row_start;
  matrix.column = column;
  matrix.value = value;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int row = thread >> 5, lane = thread & 31;
  if (row >= rows) return;
  float sum = row_times_vector(matrix, row, lane, x);
  sum += __shfl_down_sync(~0u, sum, 16);
  sum += __shfl_down_sync(~0u, sum, 8);
  sum += __shfl_down_sync(~0u, sum, 4);
  sum += __shfl_down_sync(~0u, sum, 2);
  sum += __shfl_down_sync(~0u, sum, 1);
  if (lane == 0) y[row] = sum;
}
