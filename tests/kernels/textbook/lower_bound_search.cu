// warplens: --grid 3 --block 33 --arg sorted=int[64]:iota --arg queries=int[99]:mod=71 --arg positions=int[99]:none --arg n=64 --arg m=99
//
// Each thread searches one key in a sorted array. All threads begin at the same middle element (one
// sector for the warp) and then spread out.

__device__ int lower_bound(const int* first, int count, int key) {
  const int* begin = first;
  while (count > 0) {
    int step = count >> 1;
    const int* middle = first + step;
    if (*middle < key) {
      first = middle + 1;
      count -= step + 1;
    } else {
      count = step;
    }
  }
  return static_cast<int>(first - begin);
}

__global__ void lower_bound_search(const int* sorted, const int* queries, int* positions, int n,
                                   int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) positions[i] = lower_bound(sorted, n, 3 * queries[i] / 2 - 5);
}
