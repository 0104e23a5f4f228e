// warplens: --block 32 --arg out=float[32]:zero

// One warp stores and loads words of shared memory that are STRIDE apart.

#ifndef STRIDE
#define STRIDE 12
#endif

__global__ void stride(float* out) {
  __shared__ float words[31 * STRIDE + 1];
  int t = threadIdx.x;

  words[STRIDE * t] = t;
  __syncthreads();
  out[t] = words[STRIDE * t];
}
