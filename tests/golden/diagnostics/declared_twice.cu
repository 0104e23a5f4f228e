__global__ void k(float* a, const float* b, int n) {
  int i = 0;
  float i = 1;
  int n = 3;
  a[0] = i;
}
// expect error 3:9: 'i' is declared twice
// expect error 4:7: 'n' is declared twice
