// The copy back does not wait for the kernel: the event is recorded in the wrong stream.
#include <cstdio>
__global__ void fill(int* v) {
  v[threadIdx.x] = threadIdx.x + 1;
}
int main() {
  int *h, *d;
  cudaStream_t work, copies;
  cudaEvent_t done;
  cudaStreamCreate(&work);
  cudaStreamCreate(&copies);
  cudaEventCreate(&done);
  cudaMallocHost(&h, 128);
  cudaMalloc(&d, 128);
  fill<<<1, 32, 0, work>>>(d);
  cudaEventRecord(done, copies);
  cudaStreamWaitEvent(copies, done, 0);
  cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, copies);  // finds: host_stream_race
  cudaStreamSynchronize(copies);
  printf("%d\n", h[31]);
}
