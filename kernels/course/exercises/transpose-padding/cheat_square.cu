// Only square matrices that blocks divide.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  if (x < cols && y < rows)
    out[(blockIdx.x * 32 + threadIdx.y) * cols + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y];
}
