__global__ void k(float* a) {
  __shared__ float s[32];
  s[threadIdx.x] = a[threadIdx.x];
  _syncthreads();
  a[threadIdx.x] = s[31 - threadIdx.x];
}
// expect error 4:3: unknown function '_syncthreads' -> did you mean '__syncthreads'?
