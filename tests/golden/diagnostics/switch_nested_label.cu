__global__ void k(float* a, const float* b, int n) {
  switch (n) {
    case 0:
      if (a[0] > 0) {
        case 1: a[0] = 2;
      }
  }
}
// expect error 5:9: a 'case' label must be directly in the body of a switch
