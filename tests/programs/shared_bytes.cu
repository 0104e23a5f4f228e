// Unions, bit-fields and reference members of every kind that kernels use: in templates, over
// vectors, in shared memory, of enums, of arrays.
#include <cuda_fp16.h>
#include <cstdio>
enum class Color : unsigned char { red, green = 5 };
struct Packed {
  Color c : 4;
  bool on : 1;
  unsigned long long big : 50;
  enum { kA, kB } kind : 2;
};
struct Outer {
  struct Inner {
    int v;
    Inner* next;
  } in;
  union U {
    float f;
    int i;
  } u;
  using T = Inner;
  enum class E { one = 1 };
  static const int k = 3;
};
typedef union {
  float4 v;
  float a[4];
  struct {
    float x, y, z, w;
  };
} vec4;
union Fp32 {
  float f;
  struct {
    unsigned mantissa : 23, exponent : 8, sign : 1;
  } parts;
};
struct Holder {
  const float (&m)[3];
  int& n;
};
template <class T>
union Either {
  T t;
  unsigned char bytes[sizeof(T)];
};
__device__ float norm(vec4 q) {
  return q.x * q.x + q.y * q.y + q.a[2] * q.a[2] + q.v.w * q.v.w;
}
__global__ void k(float* o, vec4* in, Fp32* fp, Packed* p) {
  int t = threadIdx.x;
  o[t] = norm(in[t]);
  Fp32 b;
  b.f = -6.5f;
  o[8 + t] = b.parts.exponent - 127 + b.parts.sign * 1000;
  fp[t].f = t;
  fp[t].parts.sign = 1;
  fp[t].parts.exponent += 1;
  p[t] = {Color::green, true, 1ull << 49, Packed::kB};
  p[t].big -= t;
  Packed q = p[t];
  o[16 + t] = (int)q.c * 100 + q.on * 10 + q.kind + (q.big == (1ull << 49) - t ? 1000 : 0);
  float m[3] = {1, 2, 3};
  int n = 4;
  Holder h{m, n};
  h.n *= 2;
  o[24 + t] = h.m[1] + n;
  Either<double> e = {1.0};
  o[32 + t] = e.bytes[7];
  Either<half> hh;
  hh.t = __float2half(2.0f);
  o[40 + t] = hh.bytes[1];
  Outer::T i = {7, nullptr};
  Outer ob = {i, {2.5f}};
  o[48 + t] = ob.in.v + ob.u.f + Outer::k + (int)Outer::E::one + (ob.u.i >> 24);
  __shared__ union {
    float f[32];
    int i[32];
  } sh;
  sh.f[t] = t;
  __syncthreads();
  o[56 + t] = sh.i[(t + 1) % 8] >> 23;
  int(*rows)[2] = (int(*)[2])o;
  (void)rows;
  int arr[2][3] = {{1}, {2, 3}};
  int(&r2)[2][3] = arr;
  o[64 + t] = r2[1][1] + sizeof(r2) / sizeof(r2[0]);
}
int main() {
  float *o, h[72];
  vec4* v;
  Fp32 *f, hf[8];
  Packed* p;
  cudaMalloc(&o, 288);
  cudaMalloc(&v, 128);
  cudaMalloc(&f, 32);
  cudaMalloc(&p, 8 * sizeof(Packed));
  vec4 hv[8];
  for (int i = 0; i < 8; ++i) hv[i].v = {1.f * i, 1, 2, 3};
  cudaMemcpy(v, hv, 128, cudaMemcpyHostToDevice);
  k<<<1, 8>>>(o, v, f, p);
  cudaMemcpy(h, o, 288, cudaMemcpyDeviceToHost);
  cudaMemcpy(hf, f, 32, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 72; i += 4) printf("%g ", h[i + i / 4 % 4]);
  printf("%g %g %d\n", hf[3].f, hf[7].f, (int)sizeof(Packed));
}
