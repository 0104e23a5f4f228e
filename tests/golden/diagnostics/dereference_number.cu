__global__ void k(float* a, const float* b, int n) {
  *n = 3;
  a[0] = **b;
  int* p = &3;
}
// expect error 2:3: 'int' does not point to anything that * could read
// expect error 3:10: 'float' does not point to anything that * could read
// expect error 4:12: & needs a variable or an array element, and this is a value
