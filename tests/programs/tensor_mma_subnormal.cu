// Halves below 2^-14 in a tensor core. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void product(const uint16_t* in, uint32_t* out) {
  const uint32_t* words = (const uint32_t*)in;
  uint32_t a[4], b[2], d[4];
  for (int k = 0; k < 4; k++) a[k] = words[k * 32 + threadIdx.x];
  for (int k = 0; k < 2; k++) b[k] = words[(4 + k) * 32 + threadIdx.x];
  for (int k = 0; k < 4; k++) d[k] = 0;
  for (int step = 0; step < 3; step++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int k = 0; k < 4; k++) out[(step * 4 + k) * 32 + threadIdx.x] = d[k];
    for (int k = 0; k < 4; k++) a[k] = a[k] << 5 & 0x0f800f80u ^ a[k];
  }
}

int main() {
  std::vector<uint16_t> h(512);
  std::vector<uint32_t> o(384);
  for (int i = 0; i < 512; i++) h[i] = (uint16_t)(i * 5 % 0x500 + (i % 3 == 0 ? 0x8000 : 0));
  uint16_t* in;
  uint32_t* out;
  cudaMalloc(&in, h.size() * sizeof(uint16_t));
  cudaMalloc(&out, o.size() * sizeof(uint32_t));
  cudaMemcpy(in, h.data(), h.size() * sizeof(uint16_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(uint32_t));
  product<<<1, 32>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(uint32_t); i++) sum = sum * 31 + bytes[i];
  printf("mma_subnormal %llx\n", sum);
}
