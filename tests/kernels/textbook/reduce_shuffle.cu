// warplens: --grid 3 --block 64 --arg in=int[160]:iota --arg sums=int[6]:zero --arg n=160
// Each warp adds up 32 elements without shared memory: in five steps, a lane gets the register of the lane 16, 8, 4,
// 2 and 1 further on and adds it to its own. At the end lane 0 has the sum.

__global__ void reduceShuffle(const int* in, int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int value = i < n ? in[i] : 0;

  for (int offset = 16; offset > 0; offset >>= 1) {
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  }
  if (lane == 0) sums[i / 32] = value;
}
