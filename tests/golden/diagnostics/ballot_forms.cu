__global__ void k(unsigned* a, int n) {
  a[0] = __ballot(n > 0);
  a[1] = __any_sync(n);
  a[2] = __activemask(1);
}
// expect error 3:10: '__any_sync' takes 2 arguments, not 1
// expect error 4:10: '__activemask' takes 0 arguments, not 1
