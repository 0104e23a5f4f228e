__device__ int pick(int a, float b) { return a; }
__device__ int pick(float a, int b) { return b; }
__global__ void k(int* a) { a[0] = pick(1, 2); }
// expect error 3:36: this call of 'pick' fits more than one function equally well
