#define CP_ASYNC(to, from)                                   \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: \
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from))
#define COMMIT_GROUP asm volatile("cp.async.commit_group;" ::)
#define WAIT_GROUP(newest) asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory")

// Each block adds up its tiles of 64 numbers: while one is added, the next is copied.
__global__ void add(const int* in, int* out, int tiles) {
  __shared__ int stage[2][64];
  int t = threadIdx.x, sum = 0;
  const int* own = in + blockIdx.x * tiles * 64;
  CP_ASYNC(&stage[0][t], &own[t]);
  COMMIT_GROUP;
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      CP_ASYNC(&stage[(i + 1) % 2][t], &own[(i + 1) * 64 + t]);
      COMMIT_GROUP;
    }
    WAIT_GROUP(1);
    __syncthreads();
    sum += (i + 1) * stage[i % 2][63 - t];
  }
  out[blockIdx.x * 64 + t] = sum;
}
