__shared__ float tile[16];
__global__ void k(float* a) {
  a[0] = tile[0];
}
// expect error 1:1: a __shared__ variable must be declared inside a kernel
