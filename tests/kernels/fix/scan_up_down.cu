// warplens: --block 64 --arg in=int[128] --arg out=int[128]:zero
// The exclusive scan by a tree, up and down.

__global__ void scan_up_down(const int* in, int* out) {
  __shared__ int sum[128];
  const int t = threadIdx.x;
  sum[2 * t] = in[2 * t];
  sum[2 * t + 1] = in[2 * t + 1];
  int d = 1;
  for (int n = 64; n > 0; n /= 2, d *= 2) {
    __syncthreads();
    if (t < n) sum[d * (2 * t + 2) - 1] += sum[d * (2 * t + 1) - 1];
  }
  if (t == 0) sum[127] = 0;
  for (int n = 1; n < 128; n *= 2) {
    d /= 2;
    __syncthreads();
    if (t < n) {
      const int a = d * (2 * t + 1) - 1, b = a + d;
      const int left = sum[a];
      sum[a] = sum[b];
      sum[b] += left;
    }
  }
  __syncthreads();
  out[2 * t] = sum[2 * t];
  out[2 * t + 1] = sum[2 * t + 1];
}
