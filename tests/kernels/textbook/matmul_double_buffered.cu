// warplens: --grid 2,3 --block 16,16 --arg a=float[48][64]:mod=9 --arg b=float[64][32]:mod=11 --arg c=float[48][32]:zero
// warplens: --arg n=32 --arg depth=64
// Two buffers for the tiles: while a phase works on one of them, the next tile is already on its way into the other.
// So one barrier a phase is enough, since nobody stores where somebody else still reads.

constexpr int kTile = 16;

__global__ void matmulDoubleBuffered(const float* a, const float* b, float* c, int n, int depth) {
  __shared__ float tile_a[2][kTile][kTile];
  __shared__ float tile_b[2][kTile][kTile];
  const unsigned tx = threadIdx.x;
  const unsigned ty = threadIdx.y;
  const unsigned row = blockIdx.y * kTile + ty;
  const unsigned col = blockIdx.x * kTile + tx;

  const float* next_a = a + row * depth + tx;
  const float* next_b = b + ty * n + col;
  int current = 0;
  tile_a[current][ty][tx] = *next_a;
  tile_b[current][ty][tx] = *next_b;
  __syncthreads();

  float sum = 0.0f;
  const int phases = depth / kTile;
  for (int phase = 0; phase < phases; ++phase) {
    float from_a = 0.0f, from_b = 0.0f;
    const bool more = phase + 1 < phases;
    if (more) {
      next_a += kTile;
      next_b += kTile * n;
      from_a = *next_a;
      from_b = *next_b;
    }
    for (int k = 0; k < kTile; ++k) sum += tile_a[current][ty][k] * tile_b[current][k][tx];
    if (more) {
      tile_a[current ^ 1][ty][tx] = from_a;
      tile_b[current ^ 1][ty][tx] = from_b;
    }
    __syncthreads();
    current ^= 1;
  }
  c[row * n + col] = sum;
}
