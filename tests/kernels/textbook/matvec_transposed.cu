// warplens: --grid 2 --block 64 --arg A=float[40][96]:mod=7 --arg x=float[40]:mod=5 --arg y=float[96]:none --arg rows=40 --arg cols=96
//
// y = transposed(A) x, one column a thread: neighbouring lanes read neighbouring elements of A's row,
// so the same loop as in the row-wise product is coalesced here.

__global__ void matvec_transposed(const float* __restrict__ A, const float* __restrict__ x,
                                  float* __restrict__ y, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= cols) return;
  float sum = 0.0f;
#pragma unroll 4
  for (int i = 0; i < rows; ++i) sum += A[i * cols + col] * __ldg(&x[i]);
  y[col] = sum;
}
