#ifndef TILE
#error define TILE with -D
#endif
__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
// expect error 2:1: #error define TILE with -D
