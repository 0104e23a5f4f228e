__global__ void k(float* a) {
  int m[2][2] = {{1, 2}, {3, 4}, {5}};
  a[0] = Row;
}
// expect error 2:34: more values than the array has elements (4)
// expect error 3:10: unknown name 'Row'
