// warplens: --grid 2 --block 96 --arg X=int[192]:mod=31 --arg Y=int[192]:zero --arg N=192
// The same scan with a single buffer: a thread keeps its new value in a register until everybody has read. Two
// barriers a step, half the shared memory; and a pointer swap has no place in it.

#define SECTION_SIZE 96

__global__ void koggeStoneScan(int* X, int* Y, unsigned int N) {
  __shared__ int XY[SECTION_SIZE];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    XY[threadIdx.x] = X[i];
  } else {
    XY[threadIdx.x] = 0;
  }
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int temp = 0;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < N) {
    Y[i] = XY[threadIdx.x];
  }
}
