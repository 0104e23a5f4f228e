// Matrix products: without tiles, with two tiles, with both tiles transposed and the sum stored in every round.
#ifndef SIDE
#define SIDE 16
#endif

__global__ void product(const float *left, const float *right, float *out, int rows, int inner,
                        int columns) {
  int r = threadIdx.y + blockIdx.y * blockDim.y;
  int c = threadIdx.x + blockIdx.x * blockDim.x;
  if (r < rows && c < columns) {
    float total = 0.0f;
    for (int step = 0; step < inner; ++step) {
      total += left[r * inner + step] * right[step * columns + c];
    }
    out[r * columns + c] = total;
  }
}

__global__ void product_in_tiles(const float *left, const float *right, float *out, int edge) {
  __shared__ float left_tile[SIDE][SIDE];
  __shared__ float right_tile[SIDE][SIDE];
  const int r = threadIdx.y + blockIdx.y * SIDE;
  const int c = threadIdx.x + blockIdx.x * SIDE;
  float total = 0;
  for (int round = 0; round < gridDim.x; ++round) {
    int place = r * edge + round * SIDE + threadIdx.x;
    if (r < edge && round * SIDE + threadIdx.x < edge)
      left_tile[threadIdx.y][threadIdx.x] = left[place];
    else
      left_tile[threadIdx.y][threadIdx.x] = 0;
    place = (round * SIDE + threadIdx.y) * edge + c;
    if (c < edge && round * SIDE + threadIdx.y < edge)
      right_tile[threadIdx.y][threadIdx.x] = right[place];
    else
      right_tile[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < SIDE; ++k)
      total += left_tile[threadIdx.y][k] * right_tile[k][threadIdx.x];
    __syncthreads();
  }
  if (r < edge && c < edge) out[r * edge + c] = total;
}

__global__ void product_in_turned_tiles(const float *left, const float *right, float *out, int rows,
                                        int inner, int columns) {
  __shared__ float left_tile[SIDE][SIDE];
  __shared__ float right_tile[SIDE][SIDE];
  int x = threadIdx.x, y = threadIdx.y;
  int r = y + blockIdx.y * SIDE, c = x + blockIdx.x * SIDE;
  float total = 0;
  for (int round = 0; round < 1 + (inner - 1) / SIDE; ++round) {
    if (r < rows && x + round * SIDE < inner)
      left_tile[x][y] = left[r * inner + x + round * SIDE];
    else
      left_tile[x][y] = 0.0;
    if (y + round * SIDE < inner && c < columns)
      right_tile[x][y] = right[(y + round * SIDE) * columns + c];
    else
      right_tile[x][y] = 0.0;
    __syncthreads();
    for (int k = 0; k < SIDE; ++k) total += left_tile[k][y] * right_tile[x][k];
    __syncthreads();
    if (r < rows && c < columns) out[r * columns + c] = total;
  }
}
