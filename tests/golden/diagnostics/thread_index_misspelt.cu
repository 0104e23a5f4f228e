__global__ void k(float* a, const float* b, int n) {
  int i = threadidx.x;
  int j = blockIDx.x;
}
// expect error 2:11: unknown name 'threadidx'
// expect error 3:11: unknown name 'blockIDx'
