// warplens: --grid 1 --block 32 --arg a=float[128]:zero
// A float4 at an address that is no multiple of 16.
__global__ void misaligned(float* a) {
  float4* wide = reinterpret_cast<float4*>(a + 1);
  if (threadIdx.x < 8) wide[threadIdx.x] = make_float4(1, 2, 3, 4);
}
