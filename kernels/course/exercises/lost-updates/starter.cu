__global__ void count(const int* marks, int* total, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n && marks[i] != 0) (*total)++;
}
