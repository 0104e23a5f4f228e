// warplens: --kernel 'activation<Gelu, float>' --grid 3 --block 64 --arg in=float[170]:random=40 --arg out=float[170]:none --arg n=170
//
// An elementwise kernel over a number type and an activation: each activation is a struct with a static
// device function, passed as a type and chosen when the kernel is compiled.

#include <cuda_fp16.h>

struct Relu {
  static __device__ float apply(float x) { return x > 0.0f ? x : 0.0f; }
};

struct Gelu {
  static __device__ float apply(float x) {
    const float inner = 0.7978845608f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + tanhf(inner));
  }
};

__device__ inline float to_float(float x) { return x; }
__device__ inline float to_float(__half x) { return __half2float(x); }
__device__ inline void store(float* to, float x) { *to = x; }
__device__ inline void store(__half* to, float x) { *to = __float2half(x); }

template <typename Activation, typename T>
__global__ void activation(const T* in, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) store(&out[i], Activation::apply(to_float(in[i]) * 4.0f - 2.0f));
}

int main() {
  float *in, *out;
  __half *half_in, *half_out;
  cudaMalloc(&in, 170 * sizeof(float));
  cudaMalloc(&out, 170 * sizeof(float));
  cudaMalloc(&half_in, 170 * sizeof(__half));
  cudaMalloc(&half_out, 170 * sizeof(__half));
  activation<Gelu, float><<<3, 64>>>(in, out, 170);
  activation<Relu, __half><<<3, 64>>>(half_in, half_out, 170);
  cudaDeviceSynchronize();
}
