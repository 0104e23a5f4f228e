float scale;
static int table[4];
__global__ void k(float* a) {
  a[0] = scale;
  a[1] = table[2];
}
// expect error 4:10: 'scale' is a variable of host code: a kernel cannot see it
// expect error 5:10: 'table' is a variable of host code: a kernel cannot see it
