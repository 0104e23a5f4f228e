// warplens: --grid 1 --block 100 --arg data=double[100]:mod=13 --arg n=100
// A scan that swaps two pointers to shared memory instead of computing with the number of the buffer, in place and
// for a block that is no multiple of a warp.

template <typename T>
__device__ void swapPointers(T*& a, T*& b) {
  T* c = a;
  a = b;
  b = c;
}

__global__ void scanPointerSwap(double* data, int n) {
  __shared__ double first[128], second[128];
  double* source = first;
  double* target = second;

  const int t = threadIdx.x;
  source[t] = data[t];
  __syncthreads();
  for (int distance = 1; distance < n; distance <<= 1) {
    target[t] = t < distance ? source[t] : source[t] + source[t - distance];
    __syncthreads();
    swapPointers(source, target);
  }
  data[t] = source[t];
}
