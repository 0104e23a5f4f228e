// warplens: --kernel 'exclusiveScan<64, 4>' --grid 2 --block 64 --arg in=unsigned[500]:mod=90 --arg out=unsigned[500]:zero --arg count=500
// Exclusive scan, several elements a thread: each scans its own few in registers, only the threads' sums are scanned
// in shared memory, and then added to the elements. Fewer barriers for the same number of elements.

template <int Threads, int Items>
__global__ void exclusiveScan(const unsigned* in, unsigned* out, int count) {
  __shared__ unsigned sums[Threads];
  const int first = (blockIdx.x * Threads + threadIdx.x) * Items;

  unsigned item[Items];
  unsigned total = 0;
  for (int k = 0; k < Items; ++k) {
    item[k] = total;
    if (first + k < count) total += in[first + k];
  }
  sums[threadIdx.x] = total;
  __syncthreads();

  for (int d = 1; d < Threads; d *= 2) {
    unsigned left = 0;
    if (threadIdx.x >= d) left = sums[threadIdx.x - d];
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }

  const unsigned before = sums[threadIdx.x] - total;
  for (int k = 0; k < Items; ++k) {
    if (first + k < count) out[first + k] = before + item[k];
  }
}

template __global__ void exclusiveScan<64, 4>(const unsigned*, unsigned*, int);
