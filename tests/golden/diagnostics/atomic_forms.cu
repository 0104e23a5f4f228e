__global__ void k(int* x, float* f, double* d, char* c) {
  atomicAdd(x);
  atomicAdd(x[0], 1);
  atomicCAS(f, 0.0f, 1.0f);
  atomicAdd(c, 1);
  atomicMin(d, 1.0);
  atomic_add(x, 1);
}
// expect error 2:3: 'atomicAdd' takes 2 arguments, not 1
// expect error 3:13: the first argument of atomicAdd is an address, this is a value of type int
// expect error 4:13: atomicCAS does not work on 'float'
// expect error 5:13: atomicAdd does not work on 'char'
// expect error 6:13: atomicMin does not work on 'double'
// expect error 7:3: unknown function 'atomic_add'
