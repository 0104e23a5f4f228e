__global__ void k(float* a, const float* b, int n) {
  do a[0] = 1; while (n > 0)
  do { a[0] = 1; }
  while (n > 0) {
}
// expect error 1:52: this '{' is never closed
// expect error 2:29: missing ';' after the condition of 'do'
// expect error 4:16: expected ';' after the condition of 'do', found '{'
