__global__ void k(int* a, int n) {
  switch (n) {
    case n: a[0] = 1; break;
    case 1.5: a[0] = 2; break;
  }
  switch (a[0] > 1.0f ? 1.0f : 2.0f) { default: break; }
}
// expect error 3:10: the value of a case must be known before the kernel runs
// expect error 4:10: the value of a case must be an integer, this is double
// expect error 6:11: the value of a switch must be an integer, this is float
