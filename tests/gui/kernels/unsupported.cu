__global__ void clock(float* a) {
  asm volatile("wgmma.fence.sync.aligned;");
  a[threadIdx.x] = 1;
}
