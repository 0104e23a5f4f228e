__global__ void clear(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] == 0;
  a[0] == 3;
}
// expect warning 3:14: this only compares, and nothing uses the result -> write = to assign
// expect warning 4:3: this only compares, and nothing uses the result -> write = to assign
