__global__ void add_windows(const int* in, int* out, int n) {
  __shared__ int tile[260];
  int first = blockIdx.x * 256 - 2;
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = threadIdx.x; k < 260; k += 256) {
    int j = first + k, v = 0;
    if (j >= 0 && j < n) v = in[j];
    tile[k] = v;
  }
  __syncthreads();
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < 5; ++k) sum += tile[threadIdx.x + k];
  out[i] = sum;
}
