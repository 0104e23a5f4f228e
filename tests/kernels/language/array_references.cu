// warplens: --arg a=float[64] --block 16
__device__ void load(float (&dst)[4], const float* src) {
  for (int i = 0; i < 4; ++i) dst[i] = src[i];
}
template <typename T, int N>
__device__ T total(const T (&v)[N]) {
  T s = 0;
  for (int i = 0; i < N; ++i) s += v[i];
  return s;
}
__device__ void minmax(const float* v, int n, float* lo, float* hi) {
  *lo = *hi = v[0];
  for (int i = 1; i < n; ++i) {
    *lo = min(*lo, v[i]);
    *hi = max(*hi, v[i]);
  }
}
__global__ void k(float* a) {
  float r[4], lo, hi;
  load(r, a + 4 * (threadIdx.x % 8));
  minmax(r, 4, &lo, &hi);
  __syncthreads();
  a[threadIdx.x] = total(r) + hi - lo;
}
