// Transposes of an edge x edge matrix: straight, through a tile, through a padded tile.
#ifndef SIDE
#define SIDE 16
#endif

__global__ void turn_directly(const float *from, float *to, int edge) {
  int across = threadIdx.x + blockIdx.x * SIDE;
  int down = threadIdx.y + blockIdx.y * SIDE;
  to[across * edge + down] = from[down * edge + across];
}

__global__ void turn_in_tile(const float *from, float *to, int edge) {
  __shared__ float tile[SIDE][SIDE];
  int across = threadIdx.x + blockIdx.x * SIDE;
  int down = threadIdx.y + blockIdx.y * SIDE;
  tile[threadIdx.y][threadIdx.x] = from[down * edge + across];
  __syncthreads();
  across = threadIdx.x + blockIdx.y * SIDE;
  down = threadIdx.y + blockIdx.x * SIDE;
  to[down * edge + across] = tile[threadIdx.x][threadIdx.y];
}

__global__ void turn_in_padded_tile(const float *from, float *to, int edge) {
  __shared__ float tile[SIDE][SIDE + 1];
  int across = threadIdx.x + blockIdx.x * SIDE;
  int down = threadIdx.y + blockIdx.y * SIDE;
  tile[threadIdx.y][threadIdx.x] = from[down * edge + across];
  __syncthreads();
  across = threadIdx.x + blockIdx.y * SIDE;
  down = threadIdx.y + blockIdx.x * SIDE;
  to[down * edge + across] = tile[threadIdx.x][threadIdx.y];
}
