__global__ void add_parts(const int* in, int* out, int n) {
  __shared__ int sum;
  int first = blockIdx.x * 2048 + threadIdx.x * 8;
  int mine = 0;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = first; i < first + 8 && i < n; ++i) mine += in[i];
  atomicAdd(&sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
