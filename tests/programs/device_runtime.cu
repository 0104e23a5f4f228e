// CUDA's runtime in kernels: memory, copies, errors, streams, and launches that use them.
#include <cstdio>

__global__ void child(int* values, int n, int* sum) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, values[i]);
}
__global__ void parent(const int* in, int n, int* sum, int* status) {
  int* copy;
  if (cudaMalloc(&copy, n * sizeof(int)) != cudaSuccess) {
    *status = 1;
    return;
  }
  cudaMemcpyAsync(copy, in, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemsetAsync(copy, 0, 2 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 32, 0, stream>>>(copy, n, sum);
  *status = cudaGetLastError();
  cudaStreamDestroy(stream);
}
__global__ void fails(int* status) {
  void* much = nullptr;
  *status = cudaMalloc(&much, (size_t)1 << 40);
  cudaFree(much);
}

int main() {
  const int n = 10;
  int h[n], *in, *out, results[2];
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof results);
  parent<<<1, 1>>>(in, n, out, out + 1);
  cudaDeviceSynchronize();
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%d %d\n", results[0], results[1]);
  fails<<<1, 1>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%d\n", results[0]);
  cudaFree(in);
  cudaFree(out);
}
