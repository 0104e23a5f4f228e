struct Flags { unsigned low : 4; float high : 4; };
struct Wide { unsigned char all : 9; int none : 0; };
struct Good { unsigned low : 4; };
__global__ void k(int* a) {
  Flags f;
  Wide w;
  Good g = {1};
  unsigned* p = &g.low;
  unsigned& r = g.low;
  const unsigned& c = g.low;
  a[0] = c;
}
// expect error 1:45: only an integer can be a bit-field
// expect error 2:33: a bit-field of 'unsigned char' has 1 to 8 bits
// expect error 2:47: a bit-field of 'int' has 1 to 32 bits
// expect error 8:18: a bit-field has no address
// expect error 9:17: a bit-field has no address
