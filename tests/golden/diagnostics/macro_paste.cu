#define PASTE(a, b) a##b
#define TWO(a, b) ((a) + (b))
__global__ void k(float* a) {
  a[0] = PASTE(+, /) 1;
  a[1] = TWO(1);
  a[2] = TWO(1, 2;
}
// expect error 4:10: ## makes '+/', which is not one token
// expect error 5:10: macro 'TWO' takes 2 arguments, not 1
// expect error 6:10: the call of macro 'TWO' has no closing ')'
