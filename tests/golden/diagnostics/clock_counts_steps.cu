// expect warning 4:21: clock64() is a step count here: the instructions that the warp has executed so far, not cycles
__global__ void timed(long long* cycles, const float* in, float* out) {
  int t = threadIdx.x;
  long long begin = clock64();
  out[t] = in[t] * 2;
  cycles[t] = clock64() - begin;
}
