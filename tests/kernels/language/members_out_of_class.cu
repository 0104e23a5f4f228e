// warplens: --arg a=float[32] --block 32
struct Acc {
  float s;
  __device__ Acc();
  __device__ void add(float v);
  void report();
  __host__ __device__ float get() const;
  static constexpr int kWidth = 8;
  static const int kHeight = 4;
};
__device__ Acc::Acc() : s(0) {}
__device__ void Acc::add(float v) {
  s += v;
}
void Acc::report() {
  printf("%f\n", s);
}
__host__ __device__ float Acc::get() const {
  return s;
}
__global__ void k(float* a) {
  Acc c;
  for (int i = 0; i < Acc::kWidth; ++i) c.add(a[i % Acc::kHeight]);
  a[threadIdx.x] = c.get();
}
