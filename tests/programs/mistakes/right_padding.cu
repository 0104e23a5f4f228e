// What nothing has written is copied, loaded and stored, and never matters.
#include <cstdio>
#include <cstdlib>
struct S {
  char a;
  int b;
};
__global__ void f(S* s, float4* v, float* o, int n) {
  int i = threadIdx.x;
  S t = s[i];
  t.b += t.a;
  s[i] = t;
  float4 x = v[i];
  o[i] = x.x + x.y;
  if (i < n) o[i] += 1;
}
int main() {
  S h[8];
  float hv[32];
  float o[8];
  for (int i = 0; i < 8; ++i) {
    h[i].a = i;
    h[i].b = i * 2;
    hv[4 * i] = i;
    hv[4 * i + 1] = 1;
  }
  S* s;
  float4* v;
  float* d;
  cudaMalloc(&s, sizeof h);
  cudaMalloc(&v, sizeof hv);
  cudaMalloc(&d, sizeof o);
  cudaMemcpy(s, h, sizeof h, cudaMemcpyHostToDevice);
  for (int i = 0; i < 8; ++i) cudaMemcpy((char*)v + 16 * i, hv + 4 * i, 8, cudaMemcpyHostToDevice);
  f<<<1, 8>>>(s, v, d, 8);
  cudaMemcpy(h, s, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost);
  int all = 0;
  for (int i = 0; i < 8; ++i) all += h[i].b;
  printf("%d %g\n", all, o[7]);
  float* big = (float*)malloc(400);
  float* dev;
  cudaMalloc(&dev, 400);
  for (int i = 0; i < 50; ++i) big[i] = i;
  cudaMemcpy(dev, big, 400, cudaMemcpyHostToDevice);
  cudaMemcpy(big, dev, 200, cudaMemcpyDeviceToHost);
  printf("%g\n", big[49]);
}
