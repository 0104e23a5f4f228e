__global__ void k(float* a, const float* b, int n) {
  asm("bar.sync 0;");
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile("add.s32 %0, %1, nothing;" : "=r"(n) : "r"(n));
}
// expect error 3:3: this inline PTX (asm) is not supported
// expect error 4:3: this inline PTX (asm) is not supported
