// Two matrices loaded turned. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int at(int row, int column) { return row * 64 + (column ^ (row & 3) * 8); }
__global__ void load(const uint16_t* in, uint32_t* out) {
  __shared__ __align__(128) uint16_t tile[16 * 80];
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x) tile[at(i / 64, i % 64)] = in[i];
  __syncthreads();
  const int lane = threadIdx.x % 32;
  uint32_t r[4] = {};
  for (int c = 0; c + 16 <= 64; c += 16) {
    const unsigned place = (unsigned)__cvta_generic_to_shared(&tile[at(lane % 16, c + lane / 16 * 8)]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(place) : "memory");
    for (int k = 0; k < 2; k++) out[(c / 16 * 4 + k) * blockDim.x + threadIdx.x] = r[k];
  }
}

int main() {
  std::vector<uint16_t> h(1024);
  std::vector<uint32_t> o(1024);
  for (int i = 0; i < 1024; i++) h[i] = (uint16_t)(i * 7 + 3);
  uint16_t* in;
  uint32_t* out;
  cudaMalloc(&in, h.size() * sizeof(uint16_t));
  cudaMalloc(&out, o.size() * sizeof(uint32_t));
  cudaMemcpy(in, h.data(), h.size() * sizeof(uint16_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(uint32_t));
  load<<<1, 64>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(uint32_t); i++) sum = sum * 31 + bytes[i];
  printf("ldm_x2_trans %llx\n", sum);
}
