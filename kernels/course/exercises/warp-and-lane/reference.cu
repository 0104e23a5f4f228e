__global__ void place(int* warp, int* lane) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int at = ((blockIdx.x * blockDim.z + z) * blockDim.y + y) * blockDim.x + x;
  int thread = x + blockDim.x * (y + blockDim.y * z);
  warp[at] = thread / 32;
  lane[at] = thread % 32;
}
