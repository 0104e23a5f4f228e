// CUB in kernels: reductions and scans of warps and blocks, loads and stores of several elements a
// thread, and how many bytes of shared memory each needs (as nvcc 13.0 compiles CUB 3.0).
#include <cstdio>
#include <cub/cub.cuh>

template <int N>
__global__ void reduce(const int* in, int* out, float* warps) {
  typedef cub::BlockReduce<int, N> BlockReduce;
  __shared__ typename BlockReduce::TempStorage temp;
  int sum = BlockReduce(temp).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[0] = sum;
  __syncthreads();
  int most = BlockReduce(temp).Reduce(in[threadIdx.x], [](int a, int b) { return a > b ? a : b; }, 50);
  if (threadIdx.x == 0) out[1] = most;
  using WarpReduce = cub::WarpReduce<float>;
  __shared__ typename WarpReduce::TempStorage of_warps[N / 32];
  float f = WarpReduce(of_warps[threadIdx.x / 32]).Sum(in[threadIdx.x] * 0.5f);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = f;
  using Pair = cub::KeyValuePair<int, float>;
  using PairReduce = cub::BlockReduce<Pair, N>;
  __shared__ typename PairReduce::TempStorage of_pairs;
  Pair best = PairReduce(of_pairs).Reduce(Pair((int)threadIdx.x, (float)((in[threadIdx.x] * 37) % 101)), cub::ArgMax());
  if (threadIdx.x == 0) out[2] = best.key;
}

template <int N, cub::BlockScanAlgorithm A>
__global__ void scan(const int* in, int* out) {
  using Scan = cub::BlockScan<int, N, A>;
  __shared__ typename Scan::TempStorage temp;
  int before, with, all, most;
  Scan(temp).ExclusiveSum(in[threadIdx.x], before, all);
  __syncthreads();
  Scan(temp).InclusiveSum(in[threadIdx.x], with);
  out[threadIdx.x] = before * 1000 + with;
  __syncthreads();
  int items[3] = {in[threadIdx.x], 1, 2};
  Scan(temp).ExclusiveSum(items, items);
  out[N + threadIdx.x] = items[2];
  __syncthreads();
  Scan(temp).InclusiveScan(in[threadIdx.x], most, [](int a, int b) { return a > b ? a : b; });
  out[2 * N + threadIdx.x] = most + all;
}

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S, int N, int I>
__global__ void sums(const float* in, float* out, int n) {
  typedef cub::BlockLoad<float, N, I, L> Load;
  typedef cub::BlockStore<float, N, I, S> Store;
  typedef cub::BlockScan<float, N> Scan;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } temp;
  float items[I];
  Load(temp.load).Load(in, items, n, 0.0f);
  __syncthreads();
  Scan(temp.scan).InclusiveSum(items, items);
  __syncthreads();
  Store(temp.store).Store(out, items, n);
}

// A running sum over tiles, by a callback that gives each tile what came before.
struct Running {
  int total;
  __device__ Running(int t) : total(t) {}
  __device__ int operator()(int aggregate) {
    int old = total;
    total += aggregate;
    return old;
  }
};
__global__ void tiles(int* data, int n) {
  typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_VECTORIZE> Store;
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ union {
    Load::TempStorage load;
    Store::TempStorage store;
    Scan::TempStorage scan;
  } temp;
  Running prefix(0);
  for (int at = 0; at < n; at += 256) {
    int items[4], before;
    Load(temp.load).Load(data + at, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items[0] + items[1] + items[2] + items[3], before, prefix);
    for (int i = 0; i < 4; ++i) items[i] = before += items[i];
    __syncthreads();
    Store(temp.store).Store(data + at, items);
    __syncthreads();
  }
}

#define BYTES(...) printf(" %zu", sizeof(__VA_ARGS__::TempStorage))

int main() {
  int *in, *out, *ones;
  float *numbers, *results;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  cudaMallocManaged(&ones, 1024 * sizeof(int));
  cudaMallocManaged(&numbers, 1024 * sizeof(float));
  cudaMallocManaged(&results, 1024 * sizeof(float));
  for (int i = 0; i < 256; ++i) in[i] = (i * 7) % 13;
  for (int i = 0; i < 1024; ++i) {
    numbers[i] = i % 11;
    ones[i] = 1;
  }
  reduce<128><<<1, 128>>>(in, out, results);
  cudaDeviceSynchronize();
  printf("%d %d %d %g %g\n", out[0], out[1], out[2], results[0], results[3]);

  scan<128, cub::BLOCK_SCAN_RAKING><<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[5], out[127], out[128 + 77], out[256 + 100]);
  scan<96, cub::BLOCK_SCAN_WARP_SCANS><<<1, 96>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[5], out[95], out[96 + 77], out[192 + 60]);
  scan<100, cub::BLOCK_SCAN_RAKING><<<1, 100>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[5], out[99], out[100 + 77], out[200 + 60]);
  scan<32, cub::BLOCK_SCAN_RAKING><<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[5], out[31], out[32 + 17], out[64 + 20]);

  sums<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT, 128, 8><<<1, 128>>>(numbers, results, 1000);
  cudaDeviceSynchronize();
  printf("%g %g\n", results[500], results[999]);
  sums<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE, 128, 8><<<1, 128>>>(numbers, results, 1000);
  cudaDeviceSynchronize();
  printf("%g %g\n", results[500], results[999]);
  tiles<<<1, 64>>>(ones, 1024);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", ones[0], ones[500], ones[1023]);

  BYTES(cub::BlockReduce<int, 128>);
  BYTES(cub::BlockReduce<double, 256>);
  BYTES(cub::BlockReduce<float, 16>);
  BYTES(cub::BlockScan<int, 128>);
  BYTES(cub::BlockScan<double, 100>);
  BYTES(cub::BlockScan<int, 256, cub::BLOCK_SCAN_WARP_SCANS>);
  BYTES(cub::BlockScan<int, 32>);
  BYTES(cub::BlockScan<double, 512>);
  BYTES(cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>);
  BYTES(cub::BlockStore<float, 256, 4, cub::BLOCK_STORE_TRANSPOSE>);
  BYTES(cub::BlockExchange<double, 128, 8>);
  BYTES(cub::WarpScan<float>);
  printf("\n");
}
