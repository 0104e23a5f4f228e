__global__ void first(float* a) {
  if (a[0] > 0) {
    a[0] = 1;
}

__global__ void second(float* a) {
  a[0] = 2;
}
// expect error 1:33: this '{' is never closed
