__global__ void count(int* total) {
  atomicAdd(*total, 1);
}
// expect error 2:13: the first argument of atomicAdd is an address, this is a value of type int -> leave out the *: the pointer is the address
