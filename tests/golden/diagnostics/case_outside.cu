__global__ void k(float* a, const float* b, int n) {
  case 1: a[0] = 1;
}
// expect error 2:3: a 'case' label must be directly in the body of a switch
