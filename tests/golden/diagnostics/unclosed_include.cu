#include "tile.h
#include <cuda_runtime.h
#include
__global__ void k(float* a) { a[0] = 1; }
// expect error 1:1: #include needs a file
// expect error 3:1: #include needs a file
