__global__ void k(float* a, const float* b, int n) {
  a[0] = ;
  a[1] = 1 + ;
  a[2] = * ;
  a[3] = (1;
  a[4] = 1);
  a[5] = 1 2;
}
// expect error 2:9: a value is missing here, before ';'
// expect error 3:13: a value is missing here, before ';'
// expect error 4:11: a value is missing here, before ';'
// expect error 5:12: expected ')' to close the parenthesis, found ';'
// expect error 6:11: expected ';' after this statement, found ')'
// expect error 7:11: expected ';' after this statement, found '2'
