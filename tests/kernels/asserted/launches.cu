// A whole program: what an assertion says of one launch, or of one instance of a template.
#include <cstdio>

template <int STRIDE>
__global__ void copy(const float* in, float* out) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * STRIDE;
  // warplens: assert sectors(in) == 32, kernel(copy<1>)
  // warplens: assert sectors(in) == 64, kernel(copy<2>)
  // warplens: assert sectors(out) per request <= 8, bytes_requested(out) == 1'024
  out[i] = in[i];
}

__global__ void add(float* out, float by) {
  // warplens: assert sectors(load out) == 16, sectors(store out) == 16, launch(3)
  // warplens: assert sectors(out) == 16, launch(4)
  out[threadIdx.x] += by;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 512 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  cudaMemset(in, 0, 512 * sizeof(float));
  cudaMemset(out, 0, 512 * sizeof(float));
  copy<1><<<2, 128>>>(in, out);
  copy<2><<<2, 128>>>(in, out);
  add<<<1, 128>>>(out, 1);
  add<<<1, 64>>>(out, 2);
  float first = 0;
  cudaMemcpy(&first, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", first);
  cudaFree(in);
  cudaFree(out);
}
