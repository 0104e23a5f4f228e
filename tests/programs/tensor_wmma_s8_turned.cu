// Bytes against their order in memory. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
__global__ void product(const signed char* raw, int* out) {
  const signed char* in = (const signed char*)raw;
  __shared__ __align__(128) signed char sa[256], sb[256];
  __shared__ __align__(128) int sc[256];
  for (int i = threadIdx.x; i < 256; i += 32) sa[i] = in[i];
  for (int i = threadIdx.x; i < 256; i += 32) sb[i] = in[256 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
  wmma::fill_fragment(fc, (int)1);
  wmma::load_matrix_sync(fa, sa, 16);
  wmma::load_matrix_sync(fb, sb, 16);
  
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(sc, fc, 16, wmma::mem_col_major);
  __syncthreads();
  wmma::load_matrix_sync(fc, sc, 16, wmma::mem_col_major);
  for (int i = 0; i < fc.num_elements; i++) out[i * 32 + threadIdx.x] = fc.x[i];
  
}

int main() {
  std::vector<signed char> h(576);
  std::vector<int> o(2048);
  for (int i = 0; i < 576; i++) h[i] = (signed char)(i * 31);
  signed char* in;
  int* out;
  cudaMalloc(&in, h.size() * sizeof(signed char));
  cudaMalloc(&out, o.size() * sizeof(int));
  cudaMemcpy(in, h.data(), h.size() * sizeof(signed char), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(int));
  product<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(int), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(int); i++) sum = sum * 31 + bytes[i];
  printf("wmma_s8_turned %llx\n", sum);
}
