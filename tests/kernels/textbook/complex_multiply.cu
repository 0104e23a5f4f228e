// warplens: --grid 2 --block 64 --arg a=float[200]:mod=13 --arg b=float[200]:mod=11 --arg c=float[200]:zero --arg n=100
//
// Pointwise product of complex numbers, as behind an FFT. A float2 is loaded and stored by one 8-byte
// access a lane.

__host__ __device__ inline float2 complex_product(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void complex_multiply(const float2* a, const float2* b, float2* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = complex_product(a[i], b[i]);
}
