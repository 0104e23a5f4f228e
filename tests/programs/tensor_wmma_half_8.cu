// 8 x 32 x 16, A by columns. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
__global__ void product(const uint16_t* raw, float* out) {
  const half* in = (const half*)raw;
  __shared__ __align__(128) half sa[256], sb[640];
  __shared__ __align__(128) float sc[288];
  for (int i = threadIdx.x; i < 256; i += 32) sa[i] = in[i];
  for (int i = threadIdx.x; i < 640; i += 32) sb[i] = in[256 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 8, 32, 16, float> fc;
  wmma::fill_fragment(fc, (float)1);
  wmma::load_matrix_sync(fa, sa, 16);
  wmma::load_matrix_sync(fb, sb, 40);
  
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(sc, fc, 36, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(fc, sc, 36, wmma::mem_row_major);
  for (int i = 0; i < fc.num_elements; i++) out[i * 32 + threadIdx.x] = fc.x[i];
  
}

int main() {
  std::vector<uint16_t> h(960);
  std::vector<float> o(3328);
  for (int i = 0; i < 960; i++) h[i] = (uint16_t)(0x3000 + i * 37 % 0x1900 + (i % 3 == 0 ? 0x8000 : 0));
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
  printf("wmma_half_8 %llx\n", sum);
}
