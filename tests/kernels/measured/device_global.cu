// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ float d[64];
__device__ int n = 5;
__global__ void device_global(float* a, const float* b) {
  int i = threadIdx.x;
  d[i] = b[i];
  a[i] = d[i] + n;
}
