__global__ void k(float* a) {
  a[0] = 1;
  syncthreads();
  __syncThreads();
}
// expect error 3:3: unknown function 'syncthreads' -> did you mean '__syncthreads'?
// expect error 4:3: unknown function '__syncThreads' -> did you mean '__syncthreads'?
