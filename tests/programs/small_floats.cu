// 8-bit floats, alone, in pairs and in fours.
#include <cuda_fp8.h>

#include <cstdio>

__global__ void packs(const float* in, unsigned* out, float* back) {
  const __nv_fp8x4_e4m3 four(make_float4(in[0], in[1], in[2], in[3]));
  const __nv_fp8x2_e5m2 two(make_float2(in[0], in[3]));
  const __nv_fp8x4_e4m3 halves(__floats2half2_rn(in[0], in[1]), __floats2half2_rn(in[2], in[3]));
  const __nv_fp8x4_e5m2 bfloats(__floats2bfloat162_rn(in[0], in[1]), __floats2bfloat162_rn(in[2], in[3]));
  out[0] = four.__x;
  out[1] = two.__x;
  out[2] = halves.__x;
  out[3] = bfloats.__x;
  const float4 all = float4(four);
  back[0] = all.x + all.y;
  back[1] = all.z * all.w;
  back[2] = float2(two).y;
  back[3] = (float)__nv_fp8_e4m3(__float2half(in[2]));
}

int main() {
  float *in, *back;
  unsigned* out;
  cudaMallocManaged(&in, 4 * sizeof(float));
  cudaMallocManaged(&back, 4 * sizeof(float));
  cudaMallocManaged(&out, 4 * sizeof(unsigned));
  in[0] = 1.5f;
  in[1] = -2.75f;
  in[2] = 1000;
  in[3] = 0.1f;
  packs<<<1, 1>>>(in, out, back);
  cudaDeviceSynchronize();
  printf("%08x %04x %08x %08x\n", out[0], out[1], out[2], out[3]);
  printf("%g %g %g %g\n", back[0], back[1], back[2], back[3]);
  __nv_fp8x4_e4m3 host(make_float4(1, 2, 3, 4));
  printf("%08x %g %zu\n", host.__x, float4(host).w, sizeof(host));
}
