// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
template <typename T, int N>
__device__ T sum(const T* p) {
  T s = 0;
  for (int k = 0; k < N; ++k) s += p[k];
  return s;
}
__global__ void template_kernel_body(float* a, const float* b) {
  int i = threadIdx.x;
  a[i] = sum<float, 4>(b + 4 * i);
}
