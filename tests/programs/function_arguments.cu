// Functions as arguments of templates, also by the name of a template of functions.
#include <cstdio>
template <typename T>
__device__ T twice(T x) {
  return 2 * x;
}
__device__ float thrice(float x) {
  return 3 * x;
}
template <typename T>
using unary = T (*)(T);
template <typename T, T (*F)(T)>
__global__ void apply(T* a) {
  a[threadIdx.x] = F(a[threadIdx.x]);
}
template <typename T, unary<T> F, int N>
__global__ void apply2(T* a) {
  if (threadIdx.x < N) a[threadIdx.x] = F(a[threadIdx.x]);
}
template <float (*F)(float)>
float on_host(float x) {
  return F(x);
}
template <typename T>
T half_of(T x) {
  return x / 2;
}
int main() {
  float* a;
  cudaMallocManaged(&a, 8 * sizeof(float));
  for (int i = 0; i < 8; ++i) a[i] = i;
  apply<float, thrice><<<1, 8>>>(a);
  cudaDeviceSynchronize();
  printf("%g\n", a[7]);
  apply<float, twice><<<1, 8>>>(a);
  cudaDeviceSynchronize();
  printf("%g\n", a[7]);
  apply2<float, twice, 4><<<1, 8>>>(a);
  cudaDeviceSynchronize();
  printf("%g %g\n", a[3], a[7]);
  apply2<float, twice<float>, 4><<<1, 8>>>(a);
  cudaDeviceSynchronize();
  printf("%g %g\n", on_host<half_of>(a[3]), on_host<half_of<float>>(3));
}
