// Doubles. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void product(const double* in, double* out) {
  double c0 = in[threadIdx.x], c1 = in[threadIdx.x + 32];
  for (int step = 0; step < 4; step++)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c0), "+d"(c1) : "d"(in[64 + threadIdx.x + step]), "d"(in[128 + threadIdx.x]));
  out[threadIdx.x] = c0;
  out[threadIdx.x + 32] = c1;
}

int main() {
  std::vector<double> h(256);
  std::vector<double> o(64);
  for (int i = 0; i < 256; i++) h[i] = 1.0 / (i + 1) - 0.1;
  double* in;
  double* out;
  cudaMalloc(&in, h.size() * sizeof(double));
  cudaMalloc(&out, o.size() * sizeof(double));
  cudaMemcpy(in, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(double));
  product<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(double), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(double); i++) sum = sum * 31 + bytes[i];
  printf("mma_f64 %llx\n", sum);
}
