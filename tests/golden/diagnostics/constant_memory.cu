__constant__ float weights[9];
__device__ int counter;
__global__ void k(float* a) {
  a[0] = weights[0];
  counter = 1;
}
// expect error 4:10: 'weights' is a __device__ or __constant__ variable: these are not supported yet
// expect error 5:3: 'counter' is a __device__ or __constant__ variable: these are not supported yet
