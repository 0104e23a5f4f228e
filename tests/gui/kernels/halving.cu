// Two launches of one reduction, whose lanes are 2, 4, 8... elements apart.
__global__ void sum(const int* in, int* out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int index = 2 * step * threadIdx.x;
    if (index < 256) s[index] += s[index + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
  int *in, *parts, *total;
  cudaMalloc(&in, 65536 * sizeof(int));
  cudaMalloc(&parts, 256 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(in, 1, 65536 * sizeof(int));
  sum<<<256, 256>>>(in, parts);
  sum<<<1, 256>>>(parts, total);
  int result;
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  return result != 65536 * 0x01010101;
}
