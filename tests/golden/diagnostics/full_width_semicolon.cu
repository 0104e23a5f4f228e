__global__ void k(float* a, const float* b, int n) {
  int i = threadIdx.x；
  a[i] = （n）;
}
// expect error 2:22: full-width semicolon (U+FF1B) '；'
// expect error 3:10: full-width parenthesis (U+FF08) '（'
// expect error 3:12: full-width parenthesis (U+FF09) '）'
