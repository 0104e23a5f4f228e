__device__ int f(int x) { return x; }
__device__ float f(float x) { return x; }
__device__ void g(float& x, const int& n) { x = n; }
template <typename T> __device__ T same(T x, T y) { return x; }
__global__ void k(float* a, const float* b, int n) {
  a[0] = f(1.5);
  a[1] = f(a);
  g(3.0f, 1);
  g(n, 1);
  g(b[0], 1);
  a[2] = g(a[0], 1);
  a[3] = same(1, 2.0f);
}
// expect error 6:10: this call of 'f' fits more than one function equally well
// expect error 7:10: no 'f' takes (float*)
// expect error 8:5: argument 1 of 'g' is a reference that may be written: it needs a variable, and this is a value
// expect error 9:5: argument 1 of 'g' is a reference that may be written: it needs a 'float', this is 'int'
// expect error 10:5: argument 1 of 'g' is a reference that may be written: it needs a 'float', this is 'const float'
// expect error 11:10: this has no value: its type is void
// expect error 12:10: 'T' would be both int and float: convert an argument, or write the types in < >
