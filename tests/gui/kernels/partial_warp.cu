// A sum by shuffles in a branch that a part of the last warp does not take.
// warplens: --block 128 --arg in=float[100]:iota --arg out=float[1]:zero --arg n=100
__global__ void sum(const float* in, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    float v = in[i];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0) atomicAdd(out, v);
  }
}
