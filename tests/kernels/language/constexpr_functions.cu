// warplens: --arg a=float[64] --block 32
constexpr int log2i(int n) {
  return n <= 1 ? 0 : 1 + log2i(n / 2);
}
constexpr int kThreads = 32, kSteps = log2i(kThreads), kPad = 1;
template <int N>
struct Fact {
  static constexpr int value = N * Fact<N - 1>::value;
};
template <>
struct Fact<0> {
  static constexpr int value = 1;
};
constexpr float kTable[kSteps + 1] = {1, 2, 4, 8, 16, 32};
constexpr int sum(int n) {
  int s = 0;
  for (int i = 1; i <= n; ++i) s += i;
  return s;
}
__global__ void k(float* a) {
  __shared__ float s[sum(8) + kPad][Fact<3>::value];
  s[threadIdx.x][1] = kTable[threadIdx.x % (kSteps + 1)];
  a[threadIdx.x] = s[threadIdx.x][1] + Fact<4>::value;
}
