// CUB's device-wide functions, each called twice: for the size of its temporary memory, and to work.
#include <cub/cub.cuh>

#include <cstdio>

struct Custom {
  __device__ __host__ int operator()(const int& a, const int& b) const { return b < a ? b : a; }
};
struct Less {
  int than;
  __device__ bool operator()(const int& a) const { return a < than; }
};

template <typename T>
T* on_device(const T* from, int n) {
  T* to;
  cudaMalloc(&to, n * sizeof(T));
  cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
template <typename T>
void show(const char* name, const T* device, int n) {
  T values[64];
  cudaMemcpy(values, device, n * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s:", name);
  for (int i = 0; i < n; ++i) printf(" %g", (double)values[i]);
  printf("\n");
}

void* temporary = nullptr;
size_t bytes = 0;
#define TWICE(call)               \
  temporary = nullptr;            \
  call;                           \
  cudaMalloc(&temporary, bytes);  \
  call;                           \
  cudaFree(temporary)

int main() {
  const int n = 8;
  int in[n] = {8, 6, 7, 5, 3, 0, 9, 5};
  float reals[n] = {1.5f, -2, 0.5f, -0.25f, 8, 0, -7, 3};
  int *d = on_device(in, n), *out = on_device(in, n), *count = on_device(in, 1);
  float *f = on_device(reals, n), *sorted = on_device(reals, n);
  TWICE(cub::DeviceReduce::Sum(temporary, bytes, d, out, n));
  show("sum", out, 1);
  TWICE(cub::DeviceReduce::Max(temporary, bytes, f, sorted, n));
  show("max", sorted, 1);
  TWICE(cub::DeviceReduce::Reduce(temporary, bytes, d, out, n, Custom(), 100));
  show("min", out, 1);
  cub::KeyValuePair<int, int>* pair;
  cudaMallocManaged(&pair, sizeof *pair);
  TWICE(cub::DeviceReduce::ArgMax(temporary, bytes, d, pair, n));
  cudaDeviceSynchronize();
  printf("largest %d at %d\n", pair->value, pair->key);
  TWICE(cub::DeviceScan::ExclusiveSum(temporary, bytes, d, out, n));
  show("exclusive", out, n);
  TWICE(cub::DeviceScan::InclusiveScan(temporary, bytes, d, out, Custom(), n));
  show("least so far", out, n);
  TWICE(cub::DeviceRadixSort::SortKeys(temporary, bytes, f, sorted, n));
  show("sorted", sorted, n);
  int places[n] = {0, 1, 2, 3, 4, 5, 6, 7};
  int *values = on_device(places, n), *moved = on_device(places, n);
  TWICE(cub::DeviceRadixSort::SortPairsDescending(temporary, bytes, d, out, values, moved, n));
  show("keys", out, n);
  show("values", moved, n);
  cub::DoubleBuffer<int> keys(d, out);
  TWICE(cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, n));
  show("current", keys.Current(), n);
  int* now = keys.Current();
  TWICE(cub::DeviceSelect::If(temporary, bytes, now, moved, count, n, Less{6}));
  show("count", count, 1);
  show("chosen", moved, 4);
  TWICE(cub::DeviceSelect::Unique(temporary, bytes, now, moved, count, n));
  show("different", count, 1);
  TWICE(cub::DeviceRunLengthEncode::Encode(temporary, bytes, now, moved, values, count, n));
  show("lengths", values, 7);
  TWICE(cub::DeviceHistogram::HistogramEven(temporary, bytes, now, values, 4, 0, 9, n));
  show("histogram", values, 3);
}
