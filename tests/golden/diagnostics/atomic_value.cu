__global__ void add(int* x) {
  atomicAdd(*x, 1);
}
// expect error 2:13: the first argument of atomicAdd is an address, this is a value of type int
