// warplens: --arg a=float[32] --block 32
// names that CUDA also has
__device__ float lerp(float a, float b, float t) {
  return a + t * (b - a);
}
__device__ int min3(int a, int b, int c) {
  return min(a, min(b, c));
}
__device__ float clamp(float x, float lo, float hi) {
  return fminf(fmaxf(x, lo), hi);
}
struct uint128 {
  unsigned long long lo, hi;
};
__device__ float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
typedef float real;
typedef unsigned char byte;
typedef unsigned int uint;
__global__ void k(real* a) {
  uint i = threadIdx.x;
  byte b = (byte)a[i];
  a[i] = clamp(lerp(a[i], 1.f, .5f), 0, 1) + min3(i, 2, 3) + b +
         dot(make_float3(1, 2, 3), make_float3(a[i], 0, 0));
  uint128 v = {1, 2};
  a[i] += v.lo;
}
