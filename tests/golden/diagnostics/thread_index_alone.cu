__global__ void k(float* a, const float* b, int n) {
  int i = threadIdx;
  int j = blockIdx.w;
  int m = threadIdx.X;
}
// expect error 2:11: 'uint3' does not convert to 'int'
// expect error 3:20: 'blockIdx' has no part 'w'
// expect error 4:21: 'threadIdx' has no part 'X'
