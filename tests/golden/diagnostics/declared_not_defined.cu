__device__ int later(int a);
__global__ void k(int* a) { a[0] = later(1); }
// expect error 2:36: 'later' is declared, but has no body in this file
