__global__ void k(float* a) { a[0] = 1; }
__global__ void k(float* a) { a[0] = 2; }
// expect error 2:17: a second kernel of the name 'k'
