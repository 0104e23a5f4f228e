__global__ void inner(float* a) { a[0] = 1; }
__global__ void outer(float* a) {
  inner(a);
  inner<<<1, 32>>>(a);
}
// expect error 3:3: 'inner' is a kernel: a kernel cannot start another here (dynamic parallelism)
// expect error 4:3: a kernel cannot launch another one here (dynamic parallelism)
