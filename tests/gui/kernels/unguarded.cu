__global__ void scale(float* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
}
