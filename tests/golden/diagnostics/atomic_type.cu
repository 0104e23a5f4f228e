__global__ void add(short* x, long long* y) {
  atomicAdd(&x[0], 1);
  atomicAdd(y, 1);
}
// expect error 2:13: atomicAdd does not work on 'short'
// expect error 3:13: atomicAdd does not work on 'long long'
