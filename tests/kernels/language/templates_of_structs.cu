// warplens: --kernel k<Tile<float,4>,Policy<2>> --arg a=float[32] --block 32
template <typename T, int N>
struct Tile {
  T data[N][N];
  using value_type = T;
  enum { kSize = N };
  __device__ T& operator_at(int i, int j) { return data[i][j]; }
};
template <int S>
struct Policy {
  static const int kStages = S;
};
template <class TileT, class PolicyT>
__global__ void k(typename TileT::value_type* a) {
  __shared__ TileT tile;
  tile.operator_at(threadIdx.x / 4 % 4, threadIdx.x % 4) = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile.data[threadIdx.x % TileT::kSize][PolicyT::kStages];
}
