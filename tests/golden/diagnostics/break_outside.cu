__global__ void k(float* a, const float* b, int n) {
  break;
  if (n) continue;
}
// expect error 2:3: a break outside of loops and switches
// expect error 3:10: a continue outside of loops
