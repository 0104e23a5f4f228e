__global__ void k(float* a, const float* b, int n) {
  int row = threadIdx.y;
  if (Row < n) a[Row] = 1;
}
// expect error 3:7: unknown name 'Row'
