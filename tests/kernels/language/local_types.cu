// warplens: --arg a=float[32] --block 32
__global__ void k(float* a) {
  struct Acc {
    float s;
    int n;
  } acc = {0, 0};
  enum { kSteps = 3 };
  typedef float row[kSteps];
  using V = float;
  row r = {1, 2};
  static const int t = 3;
  constexpr V w[2] = {1.f, 2.f};
  const float z[] = {4, 5, 6};
  for (V v : r) {
    acc.s += v;
    acc.n++;
  }
  a[threadIdx.x] = acc.s / acc.n + t + w[1] + z[2] + sizeof(r) / sizeof(r[0]);
}
