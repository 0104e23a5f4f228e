__global__ void k(float* a, const float* b, int n) {
  float4 v = reinterpret_cast<const float4*>(b)[0];
  a[0] = v.xy;
  a[1] = v.r;
  float2 w = make_float2(1);
  float4 u = float4(1, 2, 3, 4);
  float s = v;
  v = v + v;
}
// expect error 3:12: 'float4' has no member 'xy'
// expect error 4:12: 'float4' has no member 'r'
// expect error 5:14: 'make_float2' takes 2 arguments, not 1
// expect error 6:14: 'float4' has no constructor
// expect error 7:13: 'float4' does not convert to 'float'
// expect error 8:7: operator + does not work on 'float4' and 'float4'
