// warplens: --grid 3 --block 64 --arg data=int[192]:mod=13
//
// A fast Walsh-Hadamard transform of 32 elements a warp: five butterfly stages, each one xor shuffle.

__global__ void butterfly_transform(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & (warpSize - 1);
  int value = data[i];
#pragma unroll
  for (int stride = 1; stride < 32; stride *= 2) {
    int partner = __shfl_xor_sync(0xffffffff, value, stride);
    value = (lane & stride) ? partner - value : partner + value;
  }
  data[i] = value;
}
