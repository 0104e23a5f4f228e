// warplens: --arg x=float[128] --arg y=float[128] --arg n=128 --block 128
constexpr int kMaxThreads = 256;
static __global__ void __launch_bounds__(kMaxThreads, 2)
    scale(float* __restrict__ const y, float const* __restrict__ const x, size_t const n) {
  auto const tid = size_t{threadIdx.x} + size_t{blockIdx.x} * size_t{blockDim.x};
  if (tid < n) [[likely]]
    y[tid] = x[tid] * 2;
}
