__global__ void k(float* a, float m[][16], int n) {
  a(0) = 1;
  m[0, 1] = 2;
  m(0)(1) = 3;
  a[n] [1] = 4;
  float[4] t;
}
// expect error 2:3: 'a' is a variable and cannot be called
// expect error 3:6: a comma between brackets takes only the last index
// expect error 4:3: 'm' is a variable and cannot be called
// expect error 5:3: 'float' has no elements to index
// expect error 6:12: expected a name, found 't'
