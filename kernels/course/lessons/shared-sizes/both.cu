// warplens: --block 64 --shared 400 --arg in=float[100] --arg out=float[64]:zero --arg count=100

// Two arrays in shared memory: the text says how many numbers `fixed` has, the launch how many bytes `given` has.

#ifndef FIXED
#define FIXED 64
#endif

__global__ void both(const float* in, float* out, int count) {
  __shared__ float fixed[FIXED];
  extern __shared__ float given[];
  int t = threadIdx.x;

  for (int i = t; i < FIXED; i += blockDim.x) fixed[i] = i;
  for (int i = t; i < count; i += blockDim.x) given[i] = in[i];
  __syncthreads();
  out[t] = fixed[FIXED - 1 - t % FIXED] + given[count - 1 - t % count];
}
