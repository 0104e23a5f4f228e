__global__ void k(float* a, const float* b, int n) {
  int x = 09;
  int y = 1e;
  int z = 0xZ;
  float w = 1f;
  int v = 12abc;
  unsigned long long u = 99999999999999999999;
}
// expect error 2:11: '09' begins with 0, so it is octal, and has a digit 9
// expect error 3:11: '1e' is not a number
// expect error 4:11: '0xZ' is not a number
// expect error 5:13: '1f' is not a number: a float is written 1.0f
// expect error 6:11: '12abc' is not a number: 'abc' cannot follow the digits
// expect error 7:26: the number '99999999999999999999' does not fit into 64 bits
