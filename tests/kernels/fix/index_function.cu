// warplens: --block 32 --arg in=int[1024] --arg out=int[1024]:zero
// A function computes the index of each access, and has the length of rows from a constant.
constexpr int kRow = 32;
__device__ __forceinline__ int place(int row, int column) {
  return row * kRow + column;
}
__global__ void index_function(const int* in, int* out) {
  __shared__ int s[32 * kRow];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) s[place(t, i)] = in[i * 32 + t];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[i * 32 + t] = s[place(i, t)];
}
