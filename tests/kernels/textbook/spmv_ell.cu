// warplens: --grid 2 --block 40 --arg column=int[6][70]:mod=31 --arg value=float[6][70]:mod=8 --arg x=float[31]:mod=6 --arg y=float[70]:none --arg rows=70 --arg width=6
//
// Sparse matrix times vector in ELL form: every row has `width` slots and slot k of all rows lies
// together (column-major), so one thread a row reads coalesced. A zero value marks an empty slot.

__global__ void spmv_ell(const int* column, const float* value, const float* x, float* y, int rows,
                         int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int slot = 0; slot < width; ++slot) {
    int at = slot * rows + row;
    float v = value[at];
    if (v != 0) sum += v * x[column[at]];
  }
  y[row] = sum;
}
