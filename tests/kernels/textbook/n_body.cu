// warplens: --grid 4 --block 32 --shared 512 --arg positions=float[512]:random=4 --arg accelerations=float[512]:zero --arg n=128
//
// All-pairs gravity. Positions are float4 (the mass in w) and pass by in tiles through shared memory,
// where all lanes read the same body at once: a broadcast of 16 bytes.

#include <cuda_runtime.h>

#define SOFTENING 0.01f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distance2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
  float inverse = rsqrtf(distance2);
  float strength = bj.w * inverse * inverse * inverse;
  ai.x += r.x * strength;
  ai.y += r.y * strength;
  ai.z += r.z * strength;
  return ai;
}

__device__ float3 tileInteraction(float4 position, float3 acceleration) {
  extern __shared__ float4 tile[];
  for (int j = 0; j < blockDim.x; j++) {
    acceleration = bodyBodyInteraction(position, tile[j], acceleration);
  }
  return acceleration;
}

__global__ void n_body(const float4* positions, float4* accelerations, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 position = positions[i];
  float3 acceleration = {0.0f, 0.0f, 0.0f};
  for (int start = 0; start < n; start += blockDim.x) {
    tile[threadIdx.x] = positions[start + threadIdx.x];
    __syncthreads();
    acceleration = tileInteraction(position, acceleration);
    __syncthreads();
  }
  accelerations[i] = make_float4(acceleration.x, acceleration.y, acceleration.z, 0.0f);
}

int main() {
  const int n = 128, threads = 32;
  float4 *positions, *accelerations;
  cudaMalloc(&positions, n * sizeof(float4));
  cudaMalloc(&accelerations, n * sizeof(float4));
  n_body<<<n / threads, threads, threads * sizeof(float4)>>>(positions, accelerations, n);
  cudaDeviceSynchronize();
  cudaFree(positions);
  cudaFree(accelerations);
  return 0;
}
