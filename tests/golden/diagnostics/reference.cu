__global__ void k(float* a, const float* b, int n) {
  float& x = a[0];
  float& y = b[0];
  float& z = 3;
  float& v;
  const float& w = 3;
  w = 4;
}
// expect error 3:14: this is const, and the reference may write it
// expect error 4:14: a reference needs a variable, and this is a value
// expect error 5:10: the reference 'v' refers to nothing
// expect error 7:3: this is const and cannot be assigned to
