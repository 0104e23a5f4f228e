#define 3 4
#define F(a, 5) a
#define
__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
// expect error 1:9: #define needs a name
// expect error 2:14: a mistake in the parameters of macro 'F'
// expect error 3:1: #define needs a name
