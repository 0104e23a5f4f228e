// Takes the blocks before it off the place in the array.
__global__ void place(int* warp, int* lane) {
  int row = (blockIdx.x * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
  int at = row * blockDim.x + threadIdx.x;
  int thread = at - blockIdx.x * (blockDim.x * blockDim.y * blockDim.z);
  warp[at] = thread >> 5;
  lane[at] = thread & 31;
}
