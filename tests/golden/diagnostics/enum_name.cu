enum { WIDTH = 16 };
__global__ void k(float* a) {
  a[WIDTH] = 1;
}
// expect error 3:5: 'WIDTH' is an enum or one of its constants: these are not supported yet
