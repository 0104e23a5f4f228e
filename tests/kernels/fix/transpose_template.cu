// warplens: --kernel 'transpose_template<16>' --grid 2,2 --block 16,16 --arg in=float[32][32] --arg out=float[32][32]:zero
// The extents are a template's argument.

template <int N>
__global__ void transpose_template(const float* in, float* out) {
  __shared__ float tile[N][N];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * N + y) * 2 * N + blockIdx.x * N + x];
  __syncthreads();
  out[(blockIdx.x * N + y) * 2 * N + blockIdx.y * N + x] = tile[x][y];
}
