// What streams, events and the default stream order: parts of one array in several streams, atomic
// additions of several, an event between two, the default stream behind streams that block, and the
// same values written twice.
#include <cstdio>
__global__ void square(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = v[i] * v[i] + 1;
}
__global__ void count(const float* v, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[(int)v[i] % 4], 1);
}
__global__ void mark(int* flag) {
  *flag = 1;
}
int main() {
  const int n = 4096, parts = 4, part = n / parts;
  float *h, *d;
  int *bins, result[4], *flag;
  cudaStream_t streams[parts], last;
  cudaEvent_t done[parts];
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&bins, sizeof result);
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(bins, 0, sizeof result);
  cudaMemset(flag, 0, sizeof(int));
  for (int i = 0; i < n; ++i) h[i] = i % 10;
  cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking);
  for (int p = 0; p < parts; ++p) {
    cudaStreamCreate(&streams[p]);
    cudaEventCreateWithFlags(&done[p], cudaEventDisableTiming);
  }
  for (int p = 0; p < parts; ++p) {
    float* const at = d + p * part;
    cudaMemcpyAsync(at, h + p * part, part * sizeof(float), cudaMemcpyHostToDevice, streams[p]);
    square<<<(part + 127) / 128, 128, 0, streams[p]>>>(at, part);
    count<<<(part + 127) / 128, 128, 0, streams[p]>>>(at, bins, part);
    mark<<<1, 1, 0, streams[p]>>>(flag);
    cudaMemcpyAsync(h + p * part, at, part * sizeof(float), cudaMemcpyDeviceToHost, streams[p]);
    cudaEventRecord(done[p], streams[p]);
    cudaStreamWaitEvent(last, done[p], 0);
  }
  square<<<(n + 127) / 128, 128, 0, last>>>(d, n);
  cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
  cudaStreamSynchronize(last);
  printf("%g %g\n", h[0], h[n - 1]);
  square<<<(n + 127) / 128, 128>>>(d, n);
  square<<<(n + 127) / 128, 128, 0, streams[1]>>>(d, n);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[1]);
  printf("%g\n", h[n - 1]);
}
