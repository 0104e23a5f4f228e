// warplens: --arg x=float[128] --arg y=float[128] --arg n=128 --block 128
template <typename T>
__launch_bounds__(128) __global__ void copy(T* y, const T* x, const unsigned n) {
  const auto tid{threadIdx.x + blockIdx.x * blockDim.x};
  if (not(tid >= n) and true) y[tid] = x[tid];
}
template __global__ void copy<float>(float*, const float*, unsigned);
