// warplens: --grid 2 --block 80 --arg in=uint8_t[400]:random=21 --arg out=uint8_t[400]:zero --arg n=200
//
// Counting sort of bytes reduced to 32 values, one row of n bytes a block: a histogram by shared
// atomics, a scan by one warp's shuffles, then each value is written out count times.

typedef unsigned char byte_t;

__global__ void counting_sort(const byte_t* in, byte_t* out, int n) {
  enum { kValues = 32 };
  __shared__ int counts[kValues];
  __shared__ int starts[kValues + 1];
  const byte_t* row = in + blockIdx.x * n;

  for (int v = threadIdx.x; v < kValues; v += blockDim.x) counts[v] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[row[i] % kValues], 1);
  __syncthreads();

  if (threadIdx.x < kValues) {
    int sum = counts[threadIdx.x];
    for (int offset = 1; offset < kValues; offset <<= 1) {
      int left = __shfl_up_sync(0xffffffffu, sum, offset);
      if (threadIdx.x >= offset) sum += left;
    }
    starts[threadIdx.x + 1] = sum;
    if (threadIdx.x == 0) starts[0] = 0;
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kValues; v += blockDim.x) {
    for (int i = starts[v]; i < starts[v + 1]; ++i) out[blockIdx.x * n + i] = (byte_t)v;
  }
}
