// Pointers to functions and kernels: in tables, as arguments, as template arguments.
#include <cstdio>
#include <cstdlib>

typedef int (*Binary)(int, int);
using Unary = float (*)(float);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int fold(const int* values, int n, Binary f, int start) {
  int result = start;
  for (int i = 0; i < n; ++i) result = f(result, values[i]);
  return result;
}
static Binary choose(char op) { return op == '+' ? add : op == '-' ? sub : nullptr; }
static void each(int n, void (*visit)(int, void*), void* data) {
  for (int i = 0; i < n; ++i) visit(i, data);
}
static void collect(int i, void* data) { *(int*)data += i * i; }
struct Table {
  const char* name;
  Binary run;
};

__device__ float half_of(float x) { return x / 2; }
__device__ float square(float x) { return x * x; }
__device__ Unary device_square = square;
__constant__ Unary device_table[2] = {half_of, square};

template <Unary F>
__global__ void map_fixed(float* data) { data[threadIdx.x] = F(data[threadIdx.x]); }
__global__ void map(float* data, Unary f) { data[threadIdx.x] = f(data[threadIdx.x]); }
__global__ void map_table(float* data) { data[threadIdx.x] = device_table[threadIdx.x % 2](data[threadIdx.x]); }
__global__ void plus_one(float* data) { data[threadIdx.x] += 1; }

static int by_last_digit(const void* a, const void* b) { return *(const int*)a % 10 - *(const int*)b % 10; }

template <typename K>
static void launch(K kernel, float* data, int n) { kernel<<<1, n>>>(data); }

int main() {
  const int values[] = {5, 7, 11};
  printf("%d %d\n", fold(values, 3, add, 0), fold(values, 3, &sub, 100));
  Table table[] = {{"add", add}, {"sub", sub}};
  for (const Table& row : table) printf("%s %d\n", row.name, row.run(8, 3));
  printf("%d %d\n", choose('+')(1, 2), choose('?') == nullptr);
  int sum = 0;
  each(5, collect, &sum);
  printf("%d %d\n", sum, (*choose('-'))(9, 4));
  int numbers[] = {42, 17, 31, 22, 11, 97};
  qsort(numbers, 6, sizeof(int), by_last_digit);
  for (int n : numbers) printf("%d ", n);
  printf("\n");

  float host[4] = {1, 2, 3, 4}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  Unary f;
  cudaMemcpyFromSymbol(&f, device_square, sizeof f);
  map<<<1, 4>>>(device, f);
  map_fixed<half_of><<<1, 4>>>(device);
  map_table<<<1, 4>>>(device);
  void (*kernels[])(float*) = {plus_one, map_fixed<square>};
  for (auto kernel : kernels) kernel<<<1, 4>>>(device);
  launch(plus_one, device, 2);
  launch(map_fixed<half_of>, device, 1);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (float x : host) printf("%g ", x);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(device);
}
