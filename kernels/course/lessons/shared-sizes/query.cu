// Asks the device for its limits of shared memory, and keeps the answers in an array.

__global__ void keep(const int* answers, int* kept) {
  kept[threadIdx.x] = answers[threadIdx.x];
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int answers[4] = {
      (int)device.sharedMemPerBlock,           // of a block, unless the host asks for more
      (int)device.sharedMemPerBlockOptin,      // of a block, if it does
      (int)device.sharedMemPerMultiprocessor,  // of an SM, for all of its blocks
      device.maxThreadsPerBlock,
  };

  int *sent, *kept;
  cudaMalloc(&sent, sizeof answers);
  cudaMalloc(&kept, sizeof answers);
  cudaMemcpy(sent, answers, sizeof answers, cudaMemcpyHostToDevice);
  keep<<<1, 4>>>(sent, kept);
  cudaDeviceSynchronize();
  cudaFree(sent);
  cudaFree(kept);
  return 0;
}
