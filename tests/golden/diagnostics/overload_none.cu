struct P { float x; };
__device__ int pick(int a) { return a; }
__device__ int pick(float* a) { return 1; }
__global__ void k(int* a) { P p; a[0] = pick(p); }
// expect error 4:41: no 'pick' takes (P)
