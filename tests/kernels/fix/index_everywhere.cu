// warplens: --block 32 --arg in=int[1024] --arg out=int[1024]:zero
// The macro is for global memory, too: what it says has to stay.
#define AT(row, column) ((row)*32 + (column))
__global__ void index_everywhere(const int* in, int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) s[AT(t, i)] = in[AT(i, t)];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[AT(i, t)] = s[AT(i, t)];
}
