float cpu(float x) { return x * x; }
__global__ void k(float* a) {
  a[0] = cpu(a[1]);
}
int main() { return 0; }
// expect error 3:10: 'cpu' is host code: a kernel cannot call it
