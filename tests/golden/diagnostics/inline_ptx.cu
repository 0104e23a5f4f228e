__global__ void k(float* a, const float* b, int n) {
  asm("bar.sync 0;");
  asm volatile ("membar.gl;");
}
// expect error 2:3: inline PTX (asm) is not supported
// expect error 3:3: inline PTX (asm) is not supported
