// One warp of a block fetches the weights, each lane one of them.
__constant__ int weights[32];

__global__ void weigh(const int* in, int* out, int n) {
  __shared__ int kept[32];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) kept[threadIdx.x] = weights[threadIdx.x];
  __syncthreads();
  if (t < n) {
    int sum = 0;
    for (int i = 31; i >= 0; --i) sum += kept[i] * in[t + i];
    out[t] = sum;
  }
}
