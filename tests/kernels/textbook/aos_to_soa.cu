// warplens: --grid 3 --block 64 --arg points=float[192][3]:iota --arg x=float[192]:none --arg y=float[192]:none --arg z=float[192]:none
//
// Takes points (x, y, z) apart into three arrays. The points are loaded as a plain run of floats into
// shared memory, so that global loads and stores are both coalesced; the stride of 3 words in shared
// memory is odd and so has no conflicts.

#define POINTS 64

__global__ void aos_to_soa(const float3* points, float* x, float* y, float* z) {
  __shared__ float words[3 * POINTS];
  const float* source = reinterpret_cast<const float*>(points + blockIdx.x * POINTS);
  for (int k = 0; k < 3; ++k) {
    words[k * POINTS + threadIdx.x] = source[k * POINTS + threadIdx.x];
  }
  __syncthreads();
  const int i = blockIdx.x * POINTS + threadIdx.x;
  x[i] = words[3 * threadIdx.x];
  y[i] = words[3 * threadIdx.x + 1];
  z[i] = words[3 * threadIdx.x + 2];
}
