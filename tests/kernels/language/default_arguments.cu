// warplens: --arg a=int[32] --arg n=32 --block 32 --arg scale=3 --arg flip=0
inline __device__ int pad(int n, int to = 4, bool up = true) {
  return up ? (n + to - 1) / to * to : n / to * to;
}
__host__ __device__ constexpr int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}
constexpr int kRows = ceil_div(30, 4);
__host__ __device__ inline constexpr bool is_pow2(unsigned v) {
  return v && !(v & (v - 1));
}
static_assert(is_pow2(32), "must be");
__global__ void k(int* a, int n, int scale = 3, bool flip = false) {
  __shared__ int rows[kRows][ceil_div(7, 2)];
  rows[threadIdx.x % kRows][1] = pad(n) + pad(n, 8) + pad(n, 8, false);
  __syncthreads();
  a[threadIdx.x] = flip ? -rows[0][1] : rows[1][1] * scale;
}
