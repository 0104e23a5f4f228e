// Fragments from global memory, by columns. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
__global__ void product(const uint16_t* raw, float* out) {
  const half* in = (const half*)raw;
  __shared__ __align__(128) half sa[512], sb[512];
  __shared__ __align__(128) float sc[320];
  for (int i = threadIdx.x; i < 512; i += 32) sa[i] = in[i];
  for (int i = threadIdx.x; i < 512; i += 32) sb[i] = in[512 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, (float)1);
  wmma::load_matrix_sync(fa, in, 32);
  wmma::load_matrix_sync(fb, in + 512, 32);
  
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(sc, fc, 20, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(fc, sc, 20, wmma::mem_row_major);
  for (int i = 0; i < fc.num_elements; i++) out[i * 32 + threadIdx.x] = fc.x[i];
  wmma::store_matrix_sync(out + 1024, fc, 20, wmma::mem_row_major);
}

int main() {
  std::vector<uint16_t> h(1088);
  std::vector<float> o(2304);
  for (int i = 0; i < 1088; i++) h[i] = (uint16_t)(0x3000 + i * 37 % 0x1900 + (i % 3 == 0 ? 0x8000 : 0));
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
  printf("wmma_half_global %llx\n", sum);
}
