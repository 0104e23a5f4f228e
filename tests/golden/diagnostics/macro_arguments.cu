#define AT(r, c) a[(r) * n + (c)]
__global__ void k(float* a, const float* b, int n) {
  AT(1) = 2;
  AT(1, 2, 3) = 4;
  AT(1, 2 = 3;
}
// expect error 3:3: macro 'AT' takes 2 arguments, not 1
// expect error 4:3: macro 'AT' takes 2 arguments, not 3
// expect error 5:3: the call of macro 'AT' has no closing ')'
