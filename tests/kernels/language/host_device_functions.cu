// warplens: --arg a=float[32] --arg n=32 --block 32
#include <chrono>
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
#ifdef __CUDA_ARCH__
#define WHERE 1
#else
#define WHERE 0
#endif
HD inline float f(float x) {
#ifdef __CUDA_ARCH__
  return __fdividef(x, 2.f);
#else
  return x / 2;
#endif
}
template <typename T>
HD T g(T x) {
  return f(x) + WHERE;
}
class Timer {
 public:
  Timer() : s(std::chrono::high_resolution_clock::now()) {}

 private:
  std::chrono::time_point<std::chrono::high_resolution_clock> s;
};
__global__ void k(float* a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] = g(a[threadIdx.x]);
}
