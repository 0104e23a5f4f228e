template <class T> __device__ T twice(T v) { return 2 * v; }
template <class F> __device__ float apply(F f, float v) { return f(v); }
__global__ void k(float* a) {
  a[0] = apply(twice<float>, a[1]);
  a[1] = apply(twice<int>, 2) + twice<float>(3);
}
// expect error 4:16: 'twice' is a function
// expect error 5:16: 'twice' is a function
