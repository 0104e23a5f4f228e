// The value in double, and the sum of the absolute products, which bounds what rounding does.
__global__ void multiply(const float* M, const float* N, double* P_value, double* P_magnitude,
                         int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  double value = 0, magnitude = 0;
  for (int i = 0; i < n; ++i) {
    double product = (double)M[row * n + i] * N[i * n + col];
    value += product;
    magnitude += fabs(product);
  }
  P_value[row * n + col] = value;
  P_magnitude[row * n + col] = magnitude;
}
