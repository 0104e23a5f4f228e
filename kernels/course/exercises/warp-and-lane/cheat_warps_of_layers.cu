// Begins each layer with a new warp.
__global__ void place(int* warp, int* lane) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int at = ((blockIdx.x * blockDim.z + z) * blockDim.y + y) * blockDim.x + x;
  int in_layer = x + blockDim.x * y, layer = blockDim.x * blockDim.y;
  warp[at] = z * ((layer + 31) / 32) + in_layer / 32;
  lane[at] = in_layer % 32;
}
