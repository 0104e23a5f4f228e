// The next input is copied to the buffer that a kernel in another stream may still read.
#include <cstdio>
__global__ void sum(const int* v, int* to) {
  atomicAdd(to, v[threadIdx.x]);
}
int main() {
  int *h, *d, *to, result[2];
  cudaStream_t copies, work;
  cudaEvent_t copied;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&work);
  cudaEventCreate(&copied);
  cudaMallocHost(&h, 2 * 32 * sizeof(int));
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&d, 32 * sizeof(int));
  cudaMalloc(&to, sizeof result);
  cudaMemset(to, 0, sizeof result);
  for (int part = 0; part < 2; ++part) {
    cudaMemcpyAsync(d, h + 32 * part, 32 * sizeof(int), cudaMemcpyHostToDevice, copies);  // finds: host_stream_race
    cudaEventRecord(copied, copies);
    cudaStreamWaitEvent(work, copied, 0);
    sum<<<1, 32, 0, work>>>(d, to + part);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %d\n", result[0], result[1]);
}
