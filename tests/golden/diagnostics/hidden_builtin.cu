__global__ void k(float* a, int threadIdx) {
  a[threadIdx.x] = 1;
}
// expect error 2:5: 'threadIdx' is a variable here, which hides CUDA's threadIdx
