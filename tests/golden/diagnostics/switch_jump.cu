__global__ void k(float* a, const float* b, int n) {
  switch (n) {
    case 0:
      int x = 3;
      a[0] = x;
      break;
    case 1: a[1] = 1;
  }
}
// expect error 7:5: this label jumps over the initialiser of a variable declared above it
