// warplens: --kernel 'merge_sorted_runs<int, 64>' --grid 3 --block 64 --arg a=int[192] --arg b=int[192] --arg out=int[384]:zero
//
// Merges sorted runs of RUN keys from `a` and `b` block by block. An element's place in the result is
// its own index plus its rank in the other run, which a binary search in shared memory finds.
// Equal keys: those of `a` come first (lower bound on one side, upper bound on the other).

template <typename T>
__device__ int lower_rank(const T* run, int length, T key) {
  int low = 0, high = length;
  while (low < high) {
    int middle = (low + high) / 2;
    if (run[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <typename T>
__device__ int upper_rank(const T* run, int length, T key) {
  int low = 0, high = length;
  while (low < high) {
    int middle = (low + high) / 2;
    if (key < run[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

template <typename T, int RUN = 64>
__global__ void merge_sorted_runs(const T* a, const T* b, T* out) {
  __shared__ T run_a[RUN];
  __shared__ T run_b[RUN];
  const int t = threadIdx.x;
  run_a[t] = a[blockIdx.x * RUN + t];
  run_b[t] = b[blockIdx.x * RUN + t];
  __syncthreads();

  T* merged = out + blockIdx.x * (2 * RUN);
  merged[t + lower_rank(run_b, RUN, run_a[t])] = run_a[t];
  merged[t + upper_rank(run_a, RUN, run_b[t])] = run_b[t];
}
