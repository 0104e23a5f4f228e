// warplens: --grid 2 --block 48 --arg A=float[75][40]:mod=7 --arg x=float[40]:mod=5 --arg y=float[75]:none --arg rows=75 --arg cols=40
//
// y = A x, one row a thread: the lanes of a warp walk down different rows, so each load of A touches a
// sector of its own per lane, while x[j] is one address for all.

__global__ void matvec_thread(const float* A, const float* x, float* y, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int j = 0; j < cols; ++j) sum += A[row * cols + j] * x[j];
    y[row] = sum;
  }
}
