__device__ void add(float& to, float v) { to += v; }
__global__ void k(float* a, int n) {
  add(3.0f, 1);
  add(n, 1);
  float& r;
  const float& c = a[0];
  c = 1;
  int& wrong = a[0];
}
// expect error 3:7: argument 1 of 'add' is a reference that may be written: it needs a variable, and this is a value
// expect error 4:7: argument 1 of 'add' is a reference that may be written: it needs a 'float', this is 'int'
// expect error 5:10: the reference 'r' refers to nothing
// expect error 7:3: this is const and cannot be assigned to
// expect error 8:16: a reference to 'int' cannot refer to 'float'
