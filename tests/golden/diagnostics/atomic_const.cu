__global__ void add(const int* x) {
  atomicAdd(&x[0], 1);
}
// expect error 2:13: atomicAdd cannot write here: the pointer is const int*
