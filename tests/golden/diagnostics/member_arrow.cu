__global__ void k(float* a, const float* b, int n) {
  a->x = 3;
  n.y = 2;
}
// expect error 2:6: 'float*' has no members (.x)
// expect error 3:5: 'int' has no members (.y)
