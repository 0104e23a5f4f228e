__global__ void k(float* a, const float* b, int n) {
  a->x = 3;
  n.y = 2;
}
// expect error 2:6: members (.x) are not supported yet: there are no structs or vectors
// expect error 3:5: members (.y) are not supported yet: there are no structs or vectors
