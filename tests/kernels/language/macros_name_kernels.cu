// warplens: --kernel mm_kernel --arg A=float[256] --arg B=float[256] --arg C=float[256] --block 16,16
#define N 16
#define IDX(i, j, ld) ((i) * (ld) + (j))
#define TYPE float
#define KERNEL(name) __global__ void name##_kernel
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define CUDA_CHECK(x)         \
  do {                        \
    if ((x) != cudaSuccess) { \
      printf("error\n");      \
    }                         \
  } while (0)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#if N > 8
#define TILE 8
#else
#define TILE 4
#endif
KERNEL(mm)(const TYPE* A, const TYPE* B, TYPE* C) {
  __shared__ TYPE sA[TILE][TILE], sB[TILE][TILE];
  TYPE acc = 0;
  int r = threadIdx.y, c = threadIdx.x;
  FOR(t, N / TILE) {
    if (r < TILE && c < TILE) {
      sA[r][c] = A[IDX(r, t * TILE + c, N)];
      sB[r][c] = B[IDX(t * TILE + r, c, N)];
    }
    __syncthreads();
    FOR(k, TILE) acc += sA[MIN(r, TILE - 1)][k] * sB[k][MIN(c, TILE - 1)];
    __syncthreads();
  }
  C[IDX(r, c, N)] = acc;
}
int main() {
  CUDA_CHECK(cudaDeviceSynchronize());
}
