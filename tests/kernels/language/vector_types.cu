// warplens: --arg in=float[256] --arg out=float[256] --arg img=uint8_t[256] --arg s=short[64] --block 32
__device__ float4 operator_add(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void vec(float4* __restrict__ out, const float4* __restrict__ in, uchar4* img,
                    short2* s) {
  float4 v = in[threadIdx.x];
  float2 lo = make_float2(v.x, v.y);
  float2 hi{v.z, v.w};
  double2 d = {lo.x, hi.y};
  int4 q;
  q.x = q.y = q.z = q.w = (int)d.x;
  uchar4 p = img[threadIdx.x];
  p.x = p.y / 2;
  p.w = 255u;
  img[threadIdx.x] = p;
  s[threadIdx.x].x += q.w;
  uint3 g = blockIdx;
  dim3 b = blockDim;
  dim3 c(1, 2, 3), e = dim3(4);
  out[threadIdx.x] = operator_add(v, make_float4(lo.x, hi.x, g.x + b.y, c.z + e.x));
  longlong2 ll = make_longlong2(1, 2);
  ushort4 us = make_ushort4(1, 2, 3, 4);
  char3 ch = make_char3('a', 2, 3);
  out[threadIdx.x].w = ll.y + us.w + ch.x;
}
