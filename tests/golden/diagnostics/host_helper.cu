int ceil_div(int a, int b) { return (a + b - 1) / b; }
__global__ void k(int* a, int n) { a[0] = ceil_div(n, 4); }
// expect error 2:43: 'ceil_div' is host code: a kernel cannot call it
