// warplens: --grid 2 --block 64 --arg keys=unsigned[128]:random=9 --arg bits=6
//
// Radix sort of one block's keys by their lowest `bits` bits. One pass is a stable split by one bit:
// an inclusive Hillis-Steele scan of the zero flags gives each key with a 0 its place, and the
// ones follow behind all zeros.

__device__ unsigned int scan_inclusive(unsigned int value) {
  __shared__ unsigned int sums[64];
  unsigned int t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (unsigned int offset = 1; offset < blockDim.x; offset *= 2) {
    unsigned int left = t >= offset ? sums[t - offset] : 0u;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  unsigned int result = sums[t];
  __syncthreads();
  return result;
}

__global__ void radix_split(unsigned int* keys, int bits) {
  __shared__ unsigned int sorted[64];
  __shared__ unsigned int zeros;
  const unsigned int t = threadIdx.x, size = blockDim.x;
  unsigned int key = keys[blockIdx.x * size + t];
  for (int bit = 0; bit < bits; ++bit) {
    unsigned int is_zero = ((key >> bit) & 1u) ^ 1u;
    unsigned int zeros_up_to_here = scan_inclusive(is_zero);
    if (t == size - 1) zeros = zeros_up_to_here;
    __syncthreads();
    unsigned int place = is_zero ? zeros_up_to_here - 1 : zeros + t - zeros_up_to_here;
    sorted[place] = key;
    __syncthreads();
    key = sorted[t];
    __syncthreads();
  }
  keys[blockIdx.x * size + t] = key;
}
