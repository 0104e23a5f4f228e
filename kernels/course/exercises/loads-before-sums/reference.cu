__global__ void add_columns(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < 8; k += 4) {
    int a = in[k * n + i];
    int b = in[(k + 1) * n + i];
    int c = in[(k + 2) * n + i];
    int d = in[(k + 3) * n + i];
    sum += a + b + c + d;
  }
  out[i] = sum;
}
