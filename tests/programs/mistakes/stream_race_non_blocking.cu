// A stream that does not block does not wait for the default stream either.
#include <cstdio>
__global__ void scale(float* v, float by) {
  v[threadIdx.x] *= by;
}
int main() {
  float h[64], *d;
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 64, 0, stream>>>(d, 2.0f);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);  // finds: host_stream_race
  printf("%g\n", h[63]);
  cudaStreamDestroy(stream);
  cudaFree(d);
}
