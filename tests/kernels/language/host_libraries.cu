// warplens: --arg x=float[32] --block 32
#include <cublas_v2.h>
#include <cuda.h>
#include <curand.h>
#include <helper_cuda.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include "helper_functions.h"
texture<float, 2> tex;
cudaStream_t streams[4];
curandGenerator_t gen;
cublasHandle_t handle;
static thrust::device_vector<float> dv(10);
volatile int flag = 0;
extern float* h_data;
float *d_data = NULL, *d_other;
dim3 grid(4, 4), block(16, 16);
__global__ void k(float* x) {
  x[threadIdx.x] = 1;
}
