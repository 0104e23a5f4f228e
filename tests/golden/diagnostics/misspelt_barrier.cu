__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[32];
  s[threadIdx.x] = b[threadIdx.x];
  __syncthtreads();
  a[threadIdx.x] = s[31 - threadIdx.x];
}
// expect error 4:3: unknown function '__syncthtreads'
