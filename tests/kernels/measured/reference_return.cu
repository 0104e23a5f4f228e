// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ float& at(float* p, int i) {
  return p[i];
}
__global__ void reference_return(float* a, float* b) {
  int i = threadIdx.x;
  at(a, i) = at(b, i);
  at(a, i) += 2;
}
