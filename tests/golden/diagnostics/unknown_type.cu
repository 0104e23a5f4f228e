__global__ void k(float* a, const float* b, int n) {
  flaot x = 0;
  string s;
  Row r = 3;
  long float y;
  unsigned double z;
}
// expect error 2:3: unknown type 'flaot'
// expect error 3:3: the standard library (std::) is not supported in a kernel
// expect error 4:3: unknown type 'Row'
// expect error 5:3: 'long float' is not a type
// expect error 6:3: 'unsigned double' is not a type
