// warplens: --grid 2,2 --block 256 --arg A=float[64][40]:mod=12 --arg B=float[40][64]:mod=9 --arg C=float[64][64]:zero
// warplens: --arg M=64 --arg N=64 --arg K=40
// Register blocking in one dimension: a thread works out TM elements that lie above each other, so an element of B's
// tile that it has read from shared memory serves TM products. A warp reads one word of A's tile a row (a broadcast).

const int BM = 32;
const int BN = 32;
const int BK = 8;
const int TM = 4;

__global__ void matmulBlocked1d(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  const int threadCol = threadIdx.x % BN;
  const int threadRow = threadIdx.x / BN;

  // The block's corner in each matrix; A and B then move on tile by tile.
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  const unsigned innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
  const unsigned innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;

  float threadResults[TM] = {0.0f};
  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
    Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;

    for (int dot = 0; dot < BK; ++dot) {
      const float b = Bs[dot * BN + threadCol];
      for (int i = 0; i < TM; ++i) threadResults[i] += As[(threadRow * TM + i) * BK + dot] * b;
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i) C[(threadRow * TM + i) * N + threadCol] = threadResults[i];
  static_cast<void>(M);
}
