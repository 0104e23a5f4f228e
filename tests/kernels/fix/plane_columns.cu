// warplens: --block 32 --arg in=int[4096] --arg out=int[128]:zero
// Lanes differ in the plane: rows of an even number of planes are a multiple of the banks apart.
__global__ void plane_columns(const int* in, int* out) {
  __shared__ int s[32][4][32];
  int t = threadIdx.x;
  for (int p = 0; p < 32; ++p)
    for (int r = 0; r < 4; ++r) s[p][r][t] = in[(p * 4 + r) * 32 + t];
  __syncthreads();
  for (int r = 0; r < 4; ++r) {
    int sum = 0;
    for (int c = 0; c < 32; ++c) sum = 3 * sum + s[t][r][c];
    out[r * 32 + t] = sum;
  }
}
