__device__ float square(float x) { return x * x; }
__device__ float scaled(float x, float by = 2) { return x * by; }
__global__ void k(float* a) {
  a[0] = square();
  a[1] = square(a);
  a[2] = scaled(1, 2, 3);
  a[3] = sqare(2);
}
// expect error 4:10: 'square' takes 1 argument, not 0
// expect error 5:17: argument 1 of 'square': 'float*' does not convert to 'float'
// expect error 6:10: 'scaled' takes 1 to 2 arguments, not 3
// expect error 7:10: unknown function 'sqare'
