// warplens: --kernel transform<float,Square> --arg x=float[32] --block 32 --arg n=32
struct Square {
  template <typename T>
  __host__ __device__ T apply(const T& v) const {
    return v * v;
  }
};
struct Negate {
  __device__ static float call(float v) { return -v; }
};
template <typename T, class F>
__global__ void transform(T* x, int n) {
  F f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[i] = f.apply(x[i]) + Negate::call(x[i]);
}
