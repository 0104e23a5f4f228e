__global__ void k(float* a) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  a[0] = curand_uniform(&state);
  a[1] = rand();
}
// expect error 2:3: cuRAND's generators are in <curand_kernel.h>
// expect error 3:3: cuRAND's generators are in <curand_kernel.h>
// expect error 4:10: cuRAND's generators are in <curand_kernel.h>
// expect error 5:10: rand() belongs to host code: a kernel cannot use it -> pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << 5;
