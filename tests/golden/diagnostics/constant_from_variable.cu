int size = 4;
__constant__ float weights[size];
__device__ int table[4] = {1, 2, 3, 4, 5};
__global__ void k(float* a) { a[0] = weights[0] + table[0]; }
// expect error 2:28: 'size' is a variable of host code: a kernel cannot see it
// expect error 3:40: more values than the array has elements (4)
