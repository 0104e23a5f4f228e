// The value in double, and the sum of the absolute products, which bounds what rounding does.
__global__ void multiply(const float* A, const float* B, double* C_value, double* C_magnitude,
                         int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < k) {
    double value = 0, magnitude = 0;
    for (int i = 0; i < n; ++i) {
      double product = (double)A[row * n + i] * B[i * k + col];
      value += product;
      magnitude += fabs(product);
    }
    C_value[row * k + col] = value;
    C_magnitude[row * k + col] = magnitude;
  }
}
