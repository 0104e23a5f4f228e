__global__ void add_windows(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int j = i - 2; j <= i + 2; ++j) {
    if (j >= 0 && j < n) sum += in[j];
  }
  out[i] = sum;
}
