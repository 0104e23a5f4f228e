int size = 16;
__global__ void k(float* a) {
  a[size] = 1;
}
// expect error 3:5: 'size' is a variable of host code: a kernel cannot see it
