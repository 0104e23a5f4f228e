#include <cuda_pipeline.h>
__global__ void k(float* a, const float* b) {
  __shared__ float s[32];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  a[0] = s[0];
}
// expect error 4:3: asynchronous copies (cp.async) are not supported -> write the copy as an assignment, then __syncthreads()
// expect error 5:3: asynchronous copies (cp.async) are not supported -> write the copy as an assignment, then __syncthreads()
// expect error 6:3: asynchronous copies (cp.async) are not supported -> write the copy as an assignment, then __syncthreads()
