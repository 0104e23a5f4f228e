// warplens: --kernel 'reduce_any_op<Op::kMax, float>' --grid 3 --block 64 --arg in=float[170]:random=6 --arg out=float[3]:none --arg n=170
//
// One reduction for several operations: a scoped enumeration as a template argument, and `if constexpr`
// so that only the chosen operation is compiled.

enum class Op { kSum, kMax, kMin };

template <Op op, typename T>
__device__ T combine(T a, T b) {
  if constexpr (op == Op::kSum) {
    return a + b;
  } else if constexpr (op == Op::kMax) {
    return a > b ? a : b;
  } else {
    static_assert(op == Op::kMin, "an operation without a rule");
    return a < b ? a : b;
  }
}

template <Op op, typename T>
__global__ void reduce_any_op(const T* in, T* out, int n) {
  __shared__ T values[64];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  // Beyond the end: the block's first element, which changes neither minimum nor maximum.
  if constexpr (op == Op::kSum)
    values[t] = i < n ? in[i] : T(0);
  else
    values[t] = in[i < n ? i : blockIdx.x * blockDim.x];
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (t < half) values[t] = combine<op>(values[t], values[t + half]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = values[0];
}

template __global__ void reduce_any_op<Op::kMax, float>(const float*, float*, int);
