// warplens: --arg a=float[32] --block 32
[[nodiscard]] __device__ constexpr float half_of(float v) noexcept {
  return v / 2;
}
__device__ __noinline__ float slow(float v) {
  return v;
}
__global__ void k(float* a) {
  [[maybe_unused]] int unused = 1;
  a[threadIdx.x] = half_of(slow(a[threadIdx.x]));
  (void)unused;
}
