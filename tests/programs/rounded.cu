// CUDA's arithmetic that rounds towards zero, up and down.
#include <cstdio>
__global__ void k(float* f, double* d) {
  const float x = f[0], y = f[1];
  const double u = d[0], v = d[1];
  printf("%a %a %a\n", __fadd_rz(x, y), __fadd_ru(x, y), __fadd_rd(x, y));
  printf("%a %a %a\n", __fsub_rz(x, y), __fsub_ru(x, y), __fsub_rd(x, y));
  printf("%a %a %a\n", __fmul_rz(x, -y), __fmul_ru(x, -y), __fmul_rd(x, -y));
  printf("%a %a %a\n", __fdiv_rz(x, y), __fdiv_ru(x, y), __fdiv_rd(x, y));
  printf("%a %a %a\n", __fsqrt_rz(x), __fsqrt_ru(x), __fsqrt_rd(x));
  printf("%a %a %a\n", __frcp_rz(y), __frcp_ru(y), __frcp_rd(y));
  printf("%a %a %a\n", __fmaf_rz(x, y, -x), __fmaf_ru(x, y, -x), __fmaf_rd(x, y, -x));
  printf("%a %a %a\n", __dadd_rz(u, v), __dmul_ru(u, v), __ddiv_rd(u, v));
  printf("%a %a %a\n", __fma_rz(u, v, u), __dsqrt_ru(u), __drcp_rd(v));
  printf("%a %a %a %a\n", __fadd_rd(x, -x), __fadd_rz(3e38f, 3e38f), __fadd_ru(-3e38f, -3e38f),
         __fmul_rd(3e38f, 3e38f));
}
int main() {
  float f[2] = {1.1f, 3.3e-7f};
  double d[2] = {1.1, 3.3e-11};
  float* df;
  double* dd;
  cudaMalloc(&df, sizeof f);
  cudaMalloc(&dd, sizeof d);
  cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
  k<<<1, 1>>>(df, dd);
  cudaDeviceSynchronize();
}
