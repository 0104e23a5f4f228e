// As if all lanes of a warp wanted the weight of its first one.
__constant__ int weights[32];

__global__ void weigh(const int* in, int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) {
      int k = (t - threadIdx.x % 32 + i) % 32;
      sum += weights[k] * in[t + (i + 1) % 32];
    }
    out[t] = sum;
  }
}
