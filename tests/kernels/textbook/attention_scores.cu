// warplens: --kernel 'attention_scores<16, 8>' --grid 3,2 --block 16,8 --arg Q=float[12][24]:mod=5 --arg K=float[40][24]:mod=7 --arg scores=float[12][40]:none --arg queries=12 --arg keys=40 --arg depth=24 --arg scale=0.25
//
// The scores of one attention head, scale * Q transposed(K), by tiles: a block's queries and keys lie in
// shared memory, the keys with one column of padding because lanes read them down a column.

template <int KEYS = 16, int QUERIES = 8>
__global__ void attention_scores(const float* Q, const float* K, float* scores, int queries,
                                 int keys, int depth, float scale) {
  constexpr int kDepthTile = 16;
  __shared__ float q_tile[QUERIES][kDepthTile];
  __shared__ float k_tile[KEYS][kDepthTile + 1];
  const int query = blockIdx.y * QUERIES + threadIdx.y;
  const int key = blockIdx.x * KEYS + threadIdx.x;

  float sum = 0.0f;
  for (int start = 0; start < depth; start += kDepthTile) {
    const int d = start + threadIdx.x;
    q_tile[threadIdx.y][threadIdx.x] = query < queries && d < depth ? Q[query * depth + d] : 0.0f;
    for (int row = threadIdx.y; row < KEYS; row += QUERIES) {
      const int from = blockIdx.x * KEYS + row;
      k_tile[row][threadIdx.x] = from < keys && d < depth ? K[from * depth + d] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kDepthTile; ++i) sum += q_tile[threadIdx.y][i] * k_tile[threadIdx.x][i];
    __syncthreads();
  }
  if (query < queries && key < keys) scores[query * keys + key] = scale * sum;
}
