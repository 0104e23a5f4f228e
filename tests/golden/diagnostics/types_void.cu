__global__ void k(float* a, const float* b, int n) {
  void x;
  void* p = a;
  p[0] = 1;
  *p = 2;
}
// expect error 2:8: a variable cannot be void
// expect error 4:3: void* cannot be indexed
// expect error 5:3: 'void*' does not point to anything that * could read
