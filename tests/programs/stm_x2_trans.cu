// Two matrices stored turned. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void turn(const uint16_t* in, uint32_t* out) {
  __shared__ __align__(16) uint16_t tile[16 * 64];
  const int lane = threadIdx.x;
  const unsigned place = (unsigned)__cvta_generic_to_shared(&tile[lane % 16 * 64]);
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};" ::"r"(place), "r"(in[lane] * 3u), "r"(in[lane + 32] * 65537u) : "memory");
  __syncwarp();
  for (int i = lane; i < 16 * 8; i += 32) out[i] = tile[i / 8 * 64 + i % 8];
}

int main() {
  std::vector<uint16_t> h(128);
  std::vector<uint32_t> o(256);
  for (int i = 0; i < 128; i++) h[i] = (uint16_t)(i * 7 + 3);
  uint16_t* in;
  uint32_t* out;
  cudaMalloc(&in, h.size() * sizeof(uint16_t));
  cudaMalloc(&out, o.size() * sizeof(uint32_t));
  cudaMemcpy(in, h.data(), h.size() * sizeof(uint16_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(uint32_t));
  turn<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(uint32_t); i++) sum = sum * 31 + bytes[i];
  printf("stm_x2_trans %llx\n", sum);
}
