// warplens: --block 32 --arg out=float[32]:zero

// One warp loads words of shared memory that are STRIDE apart; SHARERS lanes in a row name the same one.

#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef SHARERS
#define SHARERS 1
#endif

__global__ void pick(float* out) {
  __shared__ float words[31 * STRIDE + 1];
  int t = threadIdx.x;

  for (int i = t; i < 31 * STRIDE + 1; i += 32) words[i] = i;
  __syncthreads();
  out[t] = words[STRIDE * (t / SHARERS)];
}
