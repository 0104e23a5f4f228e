__global__ void k(float* a, const float* b, int n) {
  a[0] = 1 @ 2;
  a[1] = 3 \ 4;
  a[2] = `5;
}
// expect error 2:11: expected ';' after this statement, found '2'
// expect error 2:12: '@' is not a character of C++
// expect error 3:11: expected ';' after this statement, found '4'
// expect error 3:12: a backslash that ends no line
// expect error 4:10: '`' is not a character of C++
