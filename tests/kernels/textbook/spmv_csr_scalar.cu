// warplens: --grid 2 --block 32 --arg row_start=int[51]:values=0,3,3,4,9,10,16,17,17,17,25,26,28,30,33,34,40,41,42,42,50,51,53,54,55,60,61,64,65,70,71,73,74,80,81,82,84,85,90,91,92,93,94,95,96,97,98,99,100,110,120 --arg column=int[120]:mod=41 --arg value=float[120]:mod=9 --arg x=float[41]:mod=6 --arg y=float[50]:none --arg rows=50
//
// Sparse matrix times vector in CSR form, one row a thread. Rows are of different lengths, so lanes
// leave the loop at different times and the loads of a warp scatter.

__global__ void spmv_csr_scalar(const int* row_start, const int* column, const float* value,
                                const float* x, float* y, int rows) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    float dot = 0.0f;
    int begin = row_start[row];
    int end = row_start[row + 1];
    for (int k = begin; k < end; k++) dot += value[k] * x[column[k]];
    y[row] = dot;
  }
}
