// warplens: --kernel gemv<double,8,true> --arg A=double[64] --arg x=double[8] --arg y=double[8] --block 8
template <typename T>
struct Traits {
  typedef T Acc;
  static constexpr int kUnroll = 4;
};
template <>
struct Traits<float> {
  typedef double Acc;
  static constexpr int kUnroll = 2;
};
template <typename T>
struct Pack {
  T v[2];
};
template <typename T, int N, bool kTrans = false>
__global__ void gemv(const T* __restrict__ A, const T* x, T* y) {
  using Acc = typename Traits<T>::Acc;
  Acc acc = Acc(0);
#pragma unroll Traits < T> ::kUnroll
  for (int j = 0; j < N; ++j) {
    if constexpr (kTrans)
      acc += A[j * N + threadIdx.x] * x[j];
    else
      acc += A[threadIdx.x * N + j] * x[j];
  }
  Pack<Acc> p = {{acc, Acc(1)}};
  y[threadIdx.x] = static_cast<T>(p.v[0] * p.v[1]) + Traits<T>::kUnroll;
}
