// Four groups of copies, waited for two at a time. The sum is of all bytes that an H200 makes.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void copy(const uint32_t* in, uint32_t* out) {
  __shared__ __align__(128) uint32_t tile[4096];
  const int t = threadIdx.x;
  for (int i = t; i < 4096; i += blockDim.x) tile[i] = 0;
  __syncthreads();
  for (int stage = 0; stage < 4; stage++) {
    for (int i = t; i < 128; i += blockDim.x) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place(&tile[stage * 512 + i * 4])), "l"(in + (stage * 128 + i) * 4));
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  asm volatile("cp.async.wait_group 2;" ::: "memory");
  __syncthreads();
  uint32_t sum = tile[t] + tile[512 + t];
  asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
  __syncthreads();
  tile[t] = sum + tile[1024 + t] + tile[1536 + t];
  __syncthreads();
  for (int i = t; i < 2048; i += blockDim.x) out[blockIdx.x * 2048 + i] = tile[i];
}

int main() {
  std::vector<uint32_t> h(8192);
  std::vector<uint32_t> o(4096);
  for (int i = 0; i < 8192; i++) h[i] = (uint32_t)(i * 2654435761u);
  uint32_t* in;
  uint32_t* out;
  cudaMalloc(&in, h.size() * sizeof(uint32_t));
  cudaMalloc(&out, o.size() * sizeof(uint32_t));
  cudaMemcpy(in, h.data(), h.size() * sizeof(uint32_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, o.size() * sizeof(uint32_t));
  copy<<<2, 64>>>(in, out);
  cudaMemcpy(o.data(), out, o.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  const unsigned char* bytes = (const unsigned char*)o.data();
  for (size_t i = 0; i < o.size() * sizeof(uint32_t); i++) sum = sum * 31 + bytes[i];
  printf("cp_groups %llx\n", sum);
}
