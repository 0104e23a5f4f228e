#include <curand_kernel.h>
__global__ void k(float* a) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  a[0] = curand_uniform(&state);
  a[1] = rand();
}
// expect error 3:3: cuRAND is not supported in a kernel -> pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << 5;
// expect error 4:3: cuRAND is not supported in a kernel -> pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << 5;
// expect error 5:10: cuRAND is not supported in a kernel -> pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << 5;
// expect error 6:10: rand() belongs to host code: a kernel cannot use it -> pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << 5;
