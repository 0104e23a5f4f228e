__global__ void k(float* a, const float* b, int n) {
  float4 v = reinterpret_cast<const float4*>(b)[0];
  a[0] = v.x;
  float2 w = make_float2(1, 2);
}
// expect error 2:3: the vector type float4 is not supported yet
// expect error 4:3: the vector type float2 is not supported yet
