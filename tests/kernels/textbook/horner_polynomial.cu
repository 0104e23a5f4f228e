// warplens: --grid 3 --block 40 --arg x=float[115]:random=2 --arg y=float[115]:none --arg n=115
//
// A polynomial by Horner's rule; its coefficients lie in constant memory, which serves one word to
// all lanes at a time. Also a __device__ global that all threads read.

#define DEGREE 5

__constant__ float coefficients[DEGREE + 1] = {1.0f, -0.5f, 0.25f, 2.0f, -1.5f, 0.125f};
__device__ float scale = 4.0f;

__global__ void horner_polynomial(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float value = coefficients[DEGREE];
  for (int k = DEGREE - 1; k >= 0; --k) value = value * at + coefficients[k];
  y[i] = scale * value;
}
