// warplens: --grid 5 --block 48 --shared 192 --arg in=int[230]:mod=37 --arg out=int[230]:zero --arg n=230
//
// Rank (enumeration) sort: a key's final place is the number of keys that precede it.
// The keys pass by in tiles of blockDim.x through dynamic shared memory.

__global__ void rank_sort(const int* __restrict__ in, int* __restrict__ out, int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key = i < n ? in[i] : 0;
  int rank = 0;
  for (int start = 0; start < n; start += blockDim.x) {
    int j = start + threadIdx.x;
    if (j < n) tile[threadIdx.x] = in[j];
    __syncthreads();
    int count = min((int)blockDim.x, n - start);
    for (int k = 0; k < count; ++k) {
      // Equal keys keep their order, so that no two of them claim one place.
      rank += (tile[k] < key) || (tile[k] == key && start + k < i);
    }
    __syncthreads();
  }
  if (i < n) out[rank] = key;
}
