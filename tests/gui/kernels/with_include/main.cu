#include "helpers.cuh"

template <int STRIDE, int PAD = 0>
__global__ void gather(const float* x, float* out) {
  __shared__ float4 line[64 + PAD];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = pick<STRIDE>(x, i);
  line[threadIdx.x] = make_float4(i, 1, 2, 3);
  out[i] += line[threadIdx.x].y;
}

int main() {
  float *x, *out;
  cudaMalloc(&x, 1024 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  gather<4><<<4, 64>>>(x, out);
}
