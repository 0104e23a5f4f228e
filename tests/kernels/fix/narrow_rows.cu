// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Rows of 8 elements, a lane each.

__global__ void narrow_rows(const int* in, int* out) {
  __shared__ int tile[32][8];
  const int t = threadIdx.x, w = threadIdx.y;
  tile[t][w] = in[w * 32 + t];
  __syncthreads();
  out[w * 32 + t] = tile[t][w] + tile[t][7 - w];
}
