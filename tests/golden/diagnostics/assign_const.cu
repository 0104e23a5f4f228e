__global__ void k(const float* in, float* out, const int n) {
  in[0] = 1;
  n = 3;
  const int two = 2;
  two = 3;
  out[0] = 5; out = nullptr;
}
// expect error 2:3: this is const and cannot be assigned to
// expect error 3:3: 'n' is const and cannot be assigned to
// expect error 5:3: 'two' is const and cannot be assigned to
