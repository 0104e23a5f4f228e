// warplens: --kernel reduce<MaxOp<float>> --arg a=float[64] --block 32
template <typename T>
struct MaxOp {
  using type = T;
  static __device__ T init() { return -1e30f; }
  __device__ T run(T a, T b) const { return a > b ? a : b; }
};
template <typename Op>
__global__ void reduce(typename Op::type* a) {
  using T = typename Op::type;
  Op op;
  __shared__ T s[32];
  T v = Op::init();
  v = op.run(v, a[threadIdx.x]);
  s[threadIdx.x] = v;
  __syncthreads();
  for (int o = 16; o > 0; o >>= 1) {
    if (threadIdx.x < o) s[threadIdx.x] = op.run(s[threadIdx.x], s[threadIdx.x + o]);
    __syncthreads();
  }
  if (threadIdx.x == 0) a[0] = s[0];
}
int main() {
  reduce<MaxOp<float>><<<1, 32>>>(nullptr);
}
