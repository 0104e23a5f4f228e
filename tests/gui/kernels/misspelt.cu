int Row = blockIdx.y * blockDim.y + threadIdx.y;
int Col = blockIdx.x * blockDim.x + threadIdx.x;
if (Row < Width && Col < Width) {
  float sum = 0;
  for (int k = 0; k < Width; ++k) sum += M[row * Width + k] * N[k * Width + Col];
  P[Row * Width + Col] = sum;
}
