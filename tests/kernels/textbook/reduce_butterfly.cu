// warplens: --grid 2 --block 96 --arg in=int[192]:random=5 --arg low=int[192] --arg high=int[192]
// The butterfly: exchanging with the lane whose number differs in one bit, bit after bit, leaves the result of the
// whole warp in all of its lanes at once. Here it is the smallest and the largest element.

__global__ void warpRange(const int* in, int* low, int* high) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int smallest = in[i];
  int largest = smallest;
#pragma unroll
  for (int mask = 16; mask >= 1; mask /= 2) {
    smallest = min(smallest, __shfl_xor_sync(0xffffffff, smallest, mask));
    largest = max(largest, __shfl_xor_sync(0xffffffff, largest, mask));
  }
  low[i] = smallest;
  high[i] = largest;
}
