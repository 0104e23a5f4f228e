// warplens: --grid 1,1,8 --block 16,16 --arg A=float[16][1024] --arg B=float[1024][16] --arg C=float[16][16]:zero --arg n=1024

// C = A * B for a C as large as one block. The terms of each element's sum are split among the blocks, and each block adds
// its part to C.

__global__ void multiply(const float* A, const float* B, float* C, int n) {
  int row = threadIdx.y, col = threadIdx.x, k = blockDim.x;
  int terms = n / gridDim.z;
  float sum = 0.0f;

  for (int i = blockIdx.z * terms; i < (blockIdx.z + 1) * terms; ++i) {
    sum += A[row * n + i] * B[i * k + col];
  }
  atomicAdd(&C[row * k + col], sum);
}
