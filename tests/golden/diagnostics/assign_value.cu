__global__ void k(float* a, const float* b, int n) {
  n + 1 = 3;
  5 = n;
  threadIdx.x = 3;
  n++ ++;
}
// expect error 2:3: this cannot be assigned to: it is a value, not a place in memory
// expect error 3:3: this cannot be assigned to: it is a value, not a place in memory
// expect error 4:3: this cannot be assigned to: it is a value, not a place in memory
// expect error 5:3: this cannot be changed: it is a value, not a place in memory
