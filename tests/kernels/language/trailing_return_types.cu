// warplens: --arg a=float[32] --block 32
__device__ auto twice(float v) -> float {
  return 2 * v;
}
__device__ auto thrice(float v) {
  return 3 * v;
}
template <typename T>
__device__ auto sq(T v) -> T {
  return v * v;
}
__global__ void k(float* a) {
  a[threadIdx.x] = twice(a[threadIdx.x]) + thrice(1) + sq(2);
}
