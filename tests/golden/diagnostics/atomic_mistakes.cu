__global__ void k(float* a, long long* l, short* s, const int* c, int n) {
  atomicMin(a, 1.0f);
  atomicAdd(l, 1);
  atomicAdd(s, 1);
  atomicSub(a, 1);
  atomicCAS(&n, 1);
  atomicExch(c, 2);
  atomicAnd(a[0], 1);
}
// expect error 2:13: atomicMin does not work on 'float'
// expect error 3:13: atomicAdd does not work on 'long long'
// expect error 4:13: atomicAdd does not work on 'short'
// expect error 5:13: atomicSub does not work on 'float'
// expect error 6:3: 'atomicCAS' takes 3 arguments, not 2
// expect error 7:14: atomicExch cannot write here: the pointer is const int*
// expect error 8:13: the first argument of atomicAnd is an address, this is a value of type float
