// All loads first.
__global__ void add_columns(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* column = in + i;
  int a = column[0], b = column[n], c = column[2 * n], d = column[3 * n];
  int e = column[4 * n], f = column[5 * n], g = column[6 * n], h = column[7 * n];
  out[i] = a + b + c + d + e + f + g + h;
}
