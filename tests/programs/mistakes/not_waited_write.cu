// The host fills the buffer again that a copy may still read.
#include <cstdio>
int main() {
  int *h, *d, result[32];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&h, 128);
  cudaMalloc(&d, 256);
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMemcpyAsync(d, h, 128, cudaMemcpyHostToDevice, stream);
  for (int i = 0; i < 32; ++i) h[i] = -i;  // finds: host_not_waited
  cudaMemcpyAsync(d + 32, h, 128, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(result, d, 128, cudaMemcpyDeviceToHost);
  printf("%d\n", result[31]);
}
