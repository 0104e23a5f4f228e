// warplens: --block 32 --arg in=float[1024] --arg out=float[1024]:zero
// A macro of a macro of a macro, and a length that is a sum.
#define EXTRA 0
#define ROW (32 + EXTRA)
#define INDEX(i, j) ((i)*ROW + (j))
#define M(i, j) m[INDEX(i, j)]
#define EXCHANGE(i, j)   \
  {                      \
    float old = M(i, j); \
    M(i, j) = M(j, i);   \
    M(j, i) = old;       \
  }
__global__ void macros_in_macros(const float* in, float* out) {
  __shared__ float m[32 * ROW];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) M(i, t) = in[i * 32 + t];
  __syncthreads();
  for (int i = 0; i < t; ++i) EXCHANGE(i, t)
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[i * 32 + t] = M(i, t);
}
