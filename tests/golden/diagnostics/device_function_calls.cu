__device__ float scale(float v, float by) { return v * by; }
__global__ void k(float* a) {
  a[0] = scale(a[0]);
  a[1] = scale(a[0], 2, 3);
  a[2] = scale(a, 2);
  a[3] = Scale(a[0], 2);
}
// expect error 3:10: 'scale' takes 2 arguments, not 1 -> it is declared: scale(float, float) in line 1
// expect error 4:10: 'scale' takes 2 arguments, not 3 -> it is declared: scale(float, float) in line 1
// expect error 5:16: argument 1 of 'scale': 'float*' does not convert to 'float' -> it is declared: scale(float, float) in line 1
// expect error 6:10: unknown function 'Scale' -> did you mean 'scale'?
