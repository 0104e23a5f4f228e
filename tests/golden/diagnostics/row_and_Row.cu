__global__ void product(const float* d_M, const float* d_N, float* d_P, int Width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if ((Row < Width) && (Col < Width)) {
    float sum = 0;
    for (int k = 0; k < Width; k++) {
      sum += d_M[Row * Width + k] * d_N[k * Width + col];
    }
    d_P[Row * Width + Col] = sum;
  }
}
// expect error 4:8: unknown name 'Row' -> did you mean 'row'?
// expect error 4:25: unknown name 'Col' -> did you mean 'col'?
