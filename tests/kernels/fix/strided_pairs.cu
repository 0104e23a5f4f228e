// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Every second element.

__global__ void strided_pairs(const int* in, int* out) {
  __shared__ int row[512];
  const int t = threadIdx.x, w = threadIdx.y;
  row[2 * (32 * w + t)] = in[32 * w + t];
  row[2 * (32 * w + t) + 1] = t;
  __syncthreads();
  out[32 * w + t] = row[2 * (32 * w + t)] + row[2 * (32 * w + t) + 1];
}
