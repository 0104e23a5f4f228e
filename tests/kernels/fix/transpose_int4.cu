// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Vectors of four, by columns.

__global__ void transpose_int4(const int* in, int* out) {
  __shared__ int4 tile[32][8];
  const int t = threadIdx.x, w = threadIdx.y;
  tile[t][w] = make_int4(in[t], in[w], t, w);
  __syncthreads();
  const int4 v = tile[t][w];
  out[w * 32 + t] = v.x + v.y * v.z + v.w;
}
