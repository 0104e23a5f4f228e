#define AT(r, c) m[(r) * n + (c)]
#define BAD(x) ((x) +)
__global__ void k(float* a, const float* b, int n) {
  AT(1, 2) = 2;
  a[0] = BAD(n);
}
// expect error 4:3: unknown name 'm'
// expect error 5:16: a value is missing here, before ')'
