typedef float real;
using index_t = int;
__global__ void k(real* a) {
  index_t i = 0;
  a[i] = 1;
}
// expect error 3:19: 'real' is another name for a type (typedef, using): these are not supported yet
// expect error 4:3: 'index_t' is another name for a type (typedef, using): these are not supported yet
