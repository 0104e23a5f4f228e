__global__ void k(float* a) {
  _shared_ float s[32];
  shared float t[32];
  __shared float u[32];
  a[0] = 1;
}
// expect error 2:3: unknown type '_shared_' -> did you mean '__shared__'?
// expect error 3:3: unknown type 'shared'
// expect error 4:3: unknown type '__shared' -> did you mean '__shared__'?
