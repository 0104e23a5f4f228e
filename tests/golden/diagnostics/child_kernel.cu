__global__ void child(float* a) { a[threadIdx.x] = 1; }
__global__ void parent(float* a) {
  child<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}
// expect error 3:3: a kernel cannot launch another one here (dynamic parallelism) -> write a loop instead
// expect error 4:3: 'cudaDeviceSynchronize' belongs to host code: a kernel cannot use it -> move it out of the kernel
