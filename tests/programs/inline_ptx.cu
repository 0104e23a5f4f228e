// Inline PTX as public kernels have it: shared addresses, vectors, predicates, loops, atomics.
#include <cstdio>
__device__ __forceinline__ unsigned smem_address(const void* p) {
  unsigned a;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
  return a;
}
__global__ void k(int* o, float* f, long long* l, float4* v) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t * 0.5f;
  __syncthreads();
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(smem_address(&s[31 - t])));
  f[t] = x;
  unsigned a = smem_address(s + 32 + t);
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(a), "f"(x + 1) : "memory");
  f[t] += s[32 + t];
  float4 w;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(w.x), "=f"(w.y), "=f"(w.z), "=f"(w.w)
               : "l"(v + t));
  f[32 + t] = w.x + w.y * 10 + w.z * 100 + w.w * 1000;
  asm volatile("st.global.cs.v2.u32 [%0+8], {%1, %2};" ::"l"(v + t), "r"(t), "r"(t + 1));
  int r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(t), "r"(t * 3), "r"(5));
  o[t] = r;
  asm("{\n\t.reg .pred p;\n\tsetp.ge.s32 p, %1, 16;\n\tselp.s32 %0, 100, 200, p;\n\t}"
      : "=r"(r)
      : "r"(t));
  o[t] += r * 1000;
  unsigned sh;
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(sh) : "r"(t));
  o[32 + t] = sh;
  unsigned bal;
  asm volatile("{ .reg .pred q; setp.lt.u32 q, %1, 5; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
               : "=r"(bal)
               : "r"(t));
  if (t == 0) o[64] = bal;
  if (t < 4) asm volatile("red.global.add.s32 [%0], %1;" ::"l"(o + 65), "r"(t));
  unsigned old;
  if (t == 7) {
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(o + 66), "r"(0), "r"(77));
    o[67] = old;
  }
  long long wide;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(-70000), "r"(70000 + t));
  l[t] = wide;
  unsigned lo, hi;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(wide));
  unsigned long long back;
  asm("mov.b64 %0, {%1, %2};" : "=l"(back) : "r"(lo), "r"(hi));
  l[32 + t] = back == wide;
  int n = 0;
  asm volatile("{ .reg .pred p; LOOP: add.s32 %0, %0, 3; setp.lt.s32 p, %0, %1; @p bra LOOP; }"
               : "+r"(n)
               : "r"(t));
  if (t < 8) o[68 + t] = n;
  float e;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(3.0f));
  float q;
  asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(q) : "f"(e), "f"(2.0f));
  if (t == 0) f[64] = q;
  int c;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(c) : "f"(2.5f));
  unsigned prm;
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(prm) : "r"(0x11112222), "r"(0x33334444));
  if (t == 0) {
    o[80] = c;
    o[81] = prm;
  }
  unsigned bf;
  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(bf) : "r"(0xF), "r"(0));
  if (t == 0) o[82] = bf;
}
int main() {
  int *o, h[96];
  float *f, g[96], in[128];
  long long *l, m[64];
  float4* v;
  cudaMalloc(&o, 400);
  cudaMalloc(&f, 400);
  cudaMalloc(&l, 512);
  cudaMalloc(&v, 512);
  cudaMemset(o, 0, 400);
  for (int i = 0; i < 128; ++i) in[i] = i % 4 + i / 4;
  cudaMemcpy(v, in, 512, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(o, f, l, v);
  printf("%d\n", cudaDeviceSynchronize());
  cudaMemcpy(h, o, 384, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, 384, cudaMemcpyDeviceToHost);
  cudaMemcpy(m, l, 512, cudaMemcpyDeviceToHost);
  cudaMemcpy(in, v, 512, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g | %g %d %d\n", g[0], g[31], g[32], g[35], g[64], ((int*)in)[6],
         ((int*)in)[7]);
  printf("%d %d %d %d %x %d %d %d\n", h[0], h[17], h[32], h[63], h[64], h[65], h[66], h[67]);
  printf("%lld %lld %lld | %d %d %d | %d %x %x\n", m[0], m[3], m[35], h[68], h[75], h[72], h[80],
         h[81], h[82]);
}
