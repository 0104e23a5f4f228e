__global__ void k(float* a, int& n) {
  a[0] = n;
}
// expect error 1:34: a kernel's parameter cannot be a reference: it would be the host's memory
