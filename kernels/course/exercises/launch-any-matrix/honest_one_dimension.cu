// warplens: --grid {ceil_div(rows * cols, 256)} --block 256
// Takes the matrix for one long row.
__global__ void twice(const float* in, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] = 2 * in[i];
}
