// warplens: --grid 2,1 --block 16,16 --arg A=float[64][32]:mod=11 --arg B=float[32][128]:mod=8 --arg C=float[64][128]:zero
// warplens: --arg N=128 --arg K=32
// Wide loads: each thread brings 16 bytes of either matrix in one instruction, and reads four words of a tile at a
// time. A's tile is stored transposed, so that the four rows a thread needs lie beside each other.

#define TILE_M 64
#define TILE_N 64
#define TILE_K 16

__global__ void matmulFloat4(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
  __shared__ __align__(16) float As[TILE_K][TILE_M];
  __shared__ __align__(16) float Bs[TILE_K][TILE_N];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  const int a_row = tid / (TILE_K / 4), a_col = tid % (TILE_K / 4) * 4;
  const int b_row = tid / (TILE_N / 4), b_col = tid % (TILE_N / 4) * 4;
  const float* a = A + (blockIdx.y * TILE_M + a_row) * K + a_col;
  const float* b = B + b_row * N + blockIdx.x * TILE_N + b_col;

  float acc[4][4] = {{0.0f}};
  for (int k0 = 0; k0 < K; k0 += TILE_K) {
    const float4 va = *reinterpret_cast<const float4*>(a);
    As[a_col + 0][a_row] = va.x;
    As[a_col + 1][a_row] = va.y;
    As[a_col + 2][a_row] = va.z;
    As[a_col + 3][a_row] = va.w;
    *reinterpret_cast<float4*>(&Bs[b_row][b_col]) = *reinterpret_cast<const float4*>(b);
    __syncthreads();
    a += TILE_K;
    b += TILE_K * N;

#pragma unroll
    for (int k = 0; k < TILE_K; ++k) {
      const float4 x = *reinterpret_cast<const float4*>(&As[k][ty * 4]);
      const float4 y = *reinterpret_cast<const float4*>(&Bs[k][tx * 4]);
      const float left[4] = {x.x, x.y, x.z, x.w};
      const float right[4] = {y.x, y.y, y.z, y.w};
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i) {
    const int row = blockIdx.y * TILE_M + ty * 4 + i;
    const int col = blockIdx.x * TILE_N + tx * 4;
    reinterpret_cast<float4*>(&C[row * N + col])[0] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
  }
}
