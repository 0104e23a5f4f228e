__global__ void k(float* a, const float* b, int n) {
  union Bits { int i; float f; };
  a[0] = 1;
}
// expect error 2:3: unions are not supported
