// A typing mistake.
__global__ void scale(float* data, int n) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (indx < n) data[index] *= 2.0f;
}
