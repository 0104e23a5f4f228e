// warplens: --block 32 --arg in=float[1024] --arg out=float[32]:zero
// The length of rows is a loop's bound, too, which has to stay.
__global__ void length_and_bound(const float* in, float* out) {
  const int n = 32;
  __shared__ float s[n * n];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) s[i * n + t] = in[i * n + t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = 0.25f * sum + s[t * n + i];
  out[t] = sum;
}
