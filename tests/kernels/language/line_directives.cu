// warplens: --arg a=float[32] --block 32
#line 100 "generated.cu"
__global__ void k(float* a) {
#line 200
  a[threadIdx.x] = __LINE__;
}
