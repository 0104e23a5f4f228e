__global__ void (float* a) {
  a[0] = 1;
}
// expect error 1:17: expected the kernel's name, found '('
