__global__ void k(float* a, const float* b, int n) {
  for (int i = 0, i < n, ++i) a[i] = 0;
  for (int i = 0; i < n) a[i] = 0;
  for (int x : b) a[0] = x;
  for int i = 0; i < n; ++i) a[i] = 0;
}
// expect error 2:29: a for loop has two ';' between its parentheses, not 0
// expect error 3:24: a for loop has two ';' between its parentheses, not 1
// expect error 4:16: a for over a range needs an array whose size is known, this is 'const float*'
// expect error 5:6: expected '(' after 'for', found 'int'
