// Host code with three launches: one stays within every limit, one has too many threads for any
// device, one for the oldest.
__global__ void fill(float* x) {
  const int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  x[i] = i;
}

__global__ void reverse(float* x) {
  __shared__ float own[128];
  own[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = own[127 - threadIdx.x];
}

int main() {
  float* x;
  cudaMalloc(&x, 8192 * sizeof(float));
  reverse<<<1, 128>>>(x);
  fill<<<4, dim3(40, 32)>>>(x);
  fill<<<2, dim3(32, 32)>>>(x);
}
