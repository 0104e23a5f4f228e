__global__ void k(int* a, int n) {
  switch (n) {
    case 5 ... 1: a[0] = 1;
    case 6 ... 9: a[0] = 2;
    case 7: a[0] = 3;
  }
}
// expect error 3:5: a range of cases goes up, over at most 4096 values
// expect error 5:5: a second case of the same value
