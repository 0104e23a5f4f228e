// tf32 that is not rounded before. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
__global__ void product(const float* raw, float* out) {
  const float* in = (const float*)raw;
  __shared__ __align__(128) float sa[128], sb[160];
  __shared__ __align__(128) float sc[384];
  for (int i = threadIdx.x; i < 128; i += 32) sa[i] = in[i];
  for (int i = threadIdx.x; i < 160; i += 32) sb[i] = in[128 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::fill_fragment(fc, (float)1);
  wmma::load_matrix_sync(fa, sa, 16);
  wmma::load_matrix_sync(fb, sb, 20);
  
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(sc, fc, 24, wmma::mem_col_major);
  __syncthreads();
  wmma::load_matrix_sync(fc, sc, 24, wmma::mem_col_major);
  for (int i = 0; i < fc.num_elements; i++) out[i * 32 + threadIdx.x] = fc.x[i];
  
}

int main() {
  std::vector<float> h(352);
  std::vector<float> o(2560);
  for (int i = 0; i < 352; i++) h[i] = (i * 37 % 101 - 50) / 7.0f;
  float* in;
  float* out;
  cudaMalloc(&in, h.size() * sizeof(float));
  cudaMalloc(&out, o.size() * sizeof(float));
  cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(float));
  product<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(float), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(float); i++) sum = sum * 31 + bytes[i];
  printf("wmma_tf32_raw %llx\n", sum);
}
