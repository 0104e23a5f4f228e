__global__ void k(float* a) {
  __shared__ float s[32];
  s[threadIdx.x] = a[0];
  __syncthreads;
  a[0] = s[0];
}
// expect error 4:3: '__syncthreads' is a function and is not called here -> write __syncthreads();
