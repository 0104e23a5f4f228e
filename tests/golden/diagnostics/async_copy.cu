__global__ void k(float* a, const float* b) {
  __shared__ float s[32];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  a[0] = s[0];
}
// expect error 3:3: this asynchronous copy is in a header of CUDA's -> write #include <cuda_pipeline.h> (__pipeline_memcpy_async), <cuda/pipeline> or <cuda/barrier> (cuda::memcpy_async), or <cooperative_groups/memcpy_async.h>
// expect error 4:3: this asynchronous copy is in a header of CUDA's -> write #include <cuda_pipeline.h> (__pipeline_memcpy_async), <cuda/pipeline> or <cuda/barrier> (cuda::memcpy_async), or <cooperative_groups/memcpy_async.h>
// expect error 5:3: this asynchronous copy is in a header of CUDA's -> write #include <cuda_pipeline.h> (__pipeline_memcpy_async), <cuda/pipeline> or <cuda/barrier> (cuda::memcpy_async), or <cooperative_groups/memcpy_async.h>
