_global_ void first(float* a) {
  a[0] = 1;
}
__global__void second(float* a) {
  a[0] = 1;
}
__global__ void third(float* a) {
  a[0] = 1;
}
// expect error 1:1: unknown word '_global_' before a function
// expect error 4:1: unknown word '__global__void' before a function
