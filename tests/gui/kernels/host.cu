__global__ void turn(float* a) {
  __shared__ float shared[96];
  shared[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = shared[95 - threadIdx.x];
}

int main() {
  float* a;
  cudaMalloc(&a, 96 * sizeof(float));
  turn<<<1, 96>>>(a);
}
