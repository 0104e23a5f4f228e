__global__ float k(float* a) {
  return a[0];
}
// expect error 1:18: a kernel returns void
// expect error 2:10: 'k' returns nothing: its type is void
