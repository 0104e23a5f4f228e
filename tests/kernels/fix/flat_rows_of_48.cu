// warplens: --block 32 --arg in=int[1536] --arg out=int[32]:zero
// The same of one dimension, whose rows no power of two is.
__global__ void flat_rows_of_48(const int* in, int* out) {
  __shared__ int s[32 * 48];
  int t = threadIdx.x;
  for (int i = t; i < 1536; i += 32) s[i] = in[i];
  __syncthreads();
  int sum = 0;
  for (int c = 0; c < 48; ++c) sum = 3 * sum + s[t * 48 + c];
  out[t] = sum;
}
