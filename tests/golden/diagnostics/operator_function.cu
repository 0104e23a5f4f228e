struct V { float x, y; };
__global__ void k(V* v, float4* f) {
  v[0] = v[1] + v[2];
  f[0] = f[1] * 2.0f;
}
// expect error 3:10: operator + does not work on 'V' and 'V'
// expect error 4:10: operator * does not work on 'float4' and 'float'
