__global__ void place(int* warp, int* lane) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int at = ((blockIdx.x * blockDim.z + z) * blockDim.y + y) * blockDim.x + x;
  warp[at] = x / 32;
  lane[at] = x % 32;
}
