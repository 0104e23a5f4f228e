struct Flags { unsigned low : 4; unsigned high : 4; };
__global__ void k(int* a) { Flags f; a[0] = 1; }
// expect error 1:29: bit-fields are not supported
// expect error 1:48: bit-fields are not supported
