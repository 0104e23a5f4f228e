__global__ void first(float* a) { a[i] = 1; }
__global__ void second(float* a) { a[0] = b[0]; }
__global__ void third(float* a) { int j = 0; a[J] = 1; }
// expect error 1:37: unknown name 'i'
// expect error 2:43: unknown name 'b'
// expect error 3:48: unknown name 'J'
