// Four of the eight elements.
__global__ void add_columns(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = in[i];
  int b = in[n + i];
  int c = in[2 * n + i];
  int d = in[3 * n + i];
  out[i] = a + b + c + d;
}
