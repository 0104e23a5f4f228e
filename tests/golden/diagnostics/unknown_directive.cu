#defien N 16
__global__ void k(float* a, const float* b, int n) {
  a[0] = N;
}
// expect error 1:1: unknown directive #defien
// expect error 3:10: unknown name 'N'
