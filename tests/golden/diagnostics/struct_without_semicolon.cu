struct P { int x; }
__device__ int f(int x) { return x; }
__global__ void k(int* a) { a[0] = f(1); }
// expect error 1:19: a ';' is missing after this '}'
