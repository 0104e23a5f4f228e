__global__ void add_columns(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += in[k * n + i];
  out[i] = sum;
}
