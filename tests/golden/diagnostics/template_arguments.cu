template <int N, typename T> __device__ T times(T v) { return v * N; }
__global__ void k(float* a, int n) {
  a[0] = times(a[0]);
  a[1] = times<n>(a[0]);
  a[2] = times<float>(a[0]);
  a[3] = times<2, float, 3>(a[0]);
}
// expect error 3:10: 'N' cannot be deduced from the arguments: write it in < >
// expect error 4:16: a template's argument must be known before the kernel runs
// expect error 5:10: 'N' is a value, and what is given is a type
// expect error 6:10: 'times' takes 2 template arguments, not 3
