// bfloat16 by columns. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
__global__ void product(const uint16_t* raw, float* out) {
  const __nv_bfloat16* in = (const __nv_bfloat16*)raw;
  __shared__ __align__(128) __nv_bfloat16 sa[384], sb[256];
  __shared__ __align__(128) float sc[320];
  for (int i = threadIdx.x; i < 384; i += 32) sa[i] = in[i];
  for (int i = threadIdx.x; i < 256; i += 32) sb[i] = in[384 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, (float)1);
  wmma::load_matrix_sync(fa, sa, 24);
  wmma::load_matrix_sync(fb, sb, 16);
  
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(sc, fc, 20, wmma::mem_col_major);
  __syncthreads();
  wmma::load_matrix_sync(fc, sc, 20, wmma::mem_col_major);
  for (int i = 0; i < fc.num_elements; i++) out[i * 32 + threadIdx.x] = fc.x[i];
  
}

int main() {
  std::vector<uint16_t> h(704);
  std::vector<float> o(2304);
  for (int i = 0; i < 704; i++) h[i] = (uint16_t)(0x3e00 + i * 37 % 0x300 + (i % 3 == 0 ? 0x8000 : 0));
  uint16_t* in;
  float* out;
  cudaMalloc(&in, h.size() * sizeof(uint16_t));
  cudaMalloc(&out, o.size() * sizeof(float));
  cudaMemcpy(in, h.data(), h.size() * sizeof(uint16_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(float));
  product<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(float), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(float); i++) sum = sum * 31 + bytes[i];
  printf("wmma_bf16_col %llx\n", sum);
}
