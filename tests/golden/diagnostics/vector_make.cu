__global__ void k(float4* v, float3* w) {
  v[0] = make_float4(1, 2, 3);
  v[1] = float4(1, 2, 3, 4);
  w[0] = v[0];
  v[2] = 1.0f;
  w[1].w = 2;
}
// expect error 2:10: 'make_float4' takes 4 arguments, not 3
// expect error 3:10: 'float4' has no constructor
// expect error 4:10: 'float4' does not convert to 'float3'
// expect error 5:10: 'float' does not convert to 'float4'
// expect error 6:8: 'float3' has no member 'w'
