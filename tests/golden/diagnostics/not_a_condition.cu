__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[4];
  while (s) { }
  if () a[0] = 1;
  if n > 3 a[0] = 1;
}
// expect error 4:7: a value is missing here, before ')'
// expect error 5:5: expected '(' after 'if', found 'n'
