__global__ void k(float* a, const float* b, int n) {
  switch (n) {
    case 1: a[0] = 1;
    case 1: a[0] = 2;
    default: break;
    default: break;
    case n: break;
  }
  switch (b[0]) { case 0: break; }
}
// expect error 4:5: a second case of the same value
// expect error 6:5: a second default label
// expect error 7:10: the value of a case must be known before the kernel runs
// expect error 9:11: the value of a switch must be an integer, this is float
