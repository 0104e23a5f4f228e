// Each lane fetches one weight; lanes hand them to each other.
__constant__ int weights[32];

__global__ void weigh(const int* in, int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t - threadIdx.x % 32 >= n) return;
  int own = weights[threadIdx.x % 32];
  int sum = 0;
  for (int i = 0; i < 32; ++i) {
    int weight = __shfl_sync(0xffffffff, own, i);
    if (t < n) sum += weight * in[t + i];
  }
  if (t < n) out[t] = sum;
}
