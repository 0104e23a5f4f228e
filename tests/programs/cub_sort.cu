// CUB's sorting and counting of a block's elements.
#include <cstdio>
#include <cub/cub.cuh>
template <typename K, int THREADS, int ITEMS>
__global__ void sort(const K* from, K* to) {
  typedef cub::BlockLoad<K, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<K, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
  typedef cub::BlockRadixSort<K, THREADS, ITEMS> Sort;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
  } temp;
  K items[ITEMS];
  Load(temp.load).Load(from, items);
  __syncthreads();
  Sort(temp.sort).Sort(items);
  __syncthreads();
  Store(temp.store).Store(to, items);
}
__global__ void pairs(const int* from, unsigned* keys, int* places) {
  typedef cub::BlockRadixSort<unsigned, 64, 2, int> Sort;
  __shared__ Sort::TempStorage temp;
  unsigned key[2];
  int place[2];
  for (int i = 0; i < 2; ++i) {
    place[i] = 2 * threadIdx.x + i;
    key[i] = from[place[i]] & 0xff;
  }
  Sort(temp).SortDescendingBlockedToStriped(key, place, 0, 8);
  for (int i = 0; i < 2; ++i) {
    keys[threadIdx.x + 64 * i] = key[i];
    places[threadIdx.x + 64 * i] = place[i];
  }
}
struct Differ {
  __device__ bool operator()(int a, int b) const { return a != b; }
};
template <cub::BlockHistogramAlgorithm BY>
__global__ void count(const int* from, unsigned* bins, int* heads) {
  typedef cub::BlockHistogram<unsigned char, 64, 4, 16, BY> Histogram;
  typedef cub::BlockDiscontinuity<int, 64> Heads;
  __shared__ typename Histogram::TempStorage temp;
  __shared__ typename Heads::TempStorage more;
  __shared__ unsigned histogram[16];
  unsigned char item[4];
  int value[4], flag[4];
  for (int i = 0; i < 4; ++i) {
    value[i] = from[4 * threadIdx.x + i] / 300;
    item[i] = from[4 * threadIdx.x + i] & 15;
  }
  Histogram(temp).Histogram(item, histogram);
  Heads(more).FlagHeads(flag, value, Differ());
  __syncthreads();
  if (threadIdx.x < 16) bins[threadIdx.x] = histogram[threadIdx.x];
  atomicAdd(heads, flag[0] + flag[1] + flag[2] + flag[3]);
}
template <typename K>
void sorted(const char* name, float by) {
  K host[256], *from, *to;
  const float least = (K)-1 < (K)0 ? -300 * by : 0;
  for (int i = 0; i < 256; ++i) host[i] = (K)((i * 7919 + 13) % 1000 * by + least);
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  sort<K, 64, 4><<<1, 64>>>(from, to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  printf("%s:", name);
  for (int i = 0; i < 256; i += 51) printf(" %g", (double)host[i]);
  printf("\n");
  cudaFree(from);
  cudaFree(to);
}
int main() {
  sorted<int>("int", 1);
  sorted<float>("float", 0.5f);
  sorted<short>("short", 2);
  sorted<unsigned char>("unsigned char", 0.25f);
  sorted<double>("double", 1e3f);
  sorted<long long>("long long", 1e6f);
  int host[256], *from, *places, heads = 0, *to;
  unsigned keys[128], *k;
  for (int i = 0; i < 256; ++i) host[i] = (i * 7919 + 13) % 1000;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&places, sizeof host);
  cudaMalloc(&k, sizeof keys);
  cudaMalloc(&to, sizeof(int));
  cudaMemset(to, 0, sizeof(int));
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  pairs<<<1, 64>>>(from, k, places);
  cudaMemcpy(keys, k, sizeof keys, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, places, sizeof keys, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; i += 21) printf("%u@%d ", keys[i], host[i]);
  printf("\n");
  count<cub::BLOCK_HISTO_SORT><<<1, 64>>>(from, k, to);
  cudaMemcpy(keys, k, 16 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i) printf("%u ", keys[i]);
  count<cub::BLOCK_HISTO_ATOMIC><<<1, 64>>>(from, k, to);
  cudaMemcpy(keys, k, 16 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i) printf("%u ", keys[i]);
  cudaMemcpy(&heads, to, sizeof heads, cudaMemcpyDeviceToHost);
  printf("\n%d %s\n", heads, cudaGetErrorString(cudaGetLastError()));
}
