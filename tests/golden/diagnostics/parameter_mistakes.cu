__global__ void k(float a b, int, unknown c, int e = 3, ...) {
  a = 1;
}
// expect error 1:27: expected ',' or ')' after a parameter, found 'b'
// expect error 1:35: unknown type 'unknown'
// expect error 1:57: a kernel has a fixed number of parameters
