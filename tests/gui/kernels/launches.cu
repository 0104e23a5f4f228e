// Host code that launches two kernels, one of them twice; a third one is never launched.
__global__ void fill(float* x, float with) { x[blockIdx.x * blockDim.x + threadIdx.x] = with; }

__global__ void reverse(float* x, int n) {
  extern __shared__ float copy[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) copy[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = copy[n - 1 - i];
}

__global__ void twice(float* x) { x[threadIdx.x] *= 2; }

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  fill<<<4, 64>>>(x, 1.5f);
  reverse<<<1, 128, 1024>>>(x, 256);
  fill<<<2, 128>>>(x, 0);
}
