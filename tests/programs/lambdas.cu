// Lambdas: captures of every kind, on the host and in kernels, as arguments of templates and kernels.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

struct Counter {
  int count = 0;
  int step;
  explicit Counter(int step) : step(step) {}
  void run(const std::vector<int>& values) {
    std::for_each(values.begin(), values.end(), [this](int v) { add(v); });
    auto twice = [&] { return count * 2 + step; };
    printf("count %d, twice %d\n", count, twice());
  }
  void add(int v) { count += v * step; }
};

template <typename F>
__global__ void apply(float* out, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(out[i], i);
}

template <typename F>
__device__ int sum_of(int n, F f) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += f(i);
  return sum;
}

__global__ void inside(int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  const int scale = 3;
  int calls = 0;
  auto store = [&](int value) {
    tile[t] = value * scale;
    ++calls;
  };
  store(t);
  __syncthreads();
  const auto neighbour = [=](int by) { return tile[(t + by) % 32]; };
  const auto outer = [&](int k) {
    const auto inner = [&, k](auto x) { return x * k + calls; };
    return inner(2) + (int)inner(1.5f);
  };
  out[t] = neighbour(1) + sum_of(4, [t](int i) { return i * t; }) + outer(t);
}

std::function<int(int)> adder(int n) {
  return [n](int x) { return x + n; };
}

int compose(const std::function<int(int)>& f, const std::function<int(int)>& g, int x) { return f(g(x)); }

int main() {
  std::vector<int> values = {5, 3, 8, 1, 9, 2};
  int comparisons = 0;
  std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
  for (int v : values) printf("%d ", v);
  printf("\n");
  const int above = std::count_if(values.begin(), values.end(), [&](int v) {
    ++comparisons;
    return v > 4;
  });
  printf("%d above 4, %d looked at, sum %d\n", above, comparisons,
         std::accumulate(values.begin(), values.end(), 0, [](int sum, int v) { return sum + v * v; }));
  Counter counter(2);
  counter.run(values);

  std::function<int(int)> f = adder(10);
  std::function<int(int)> g = adder(f(1));
  printf("%d %d\n", f(1), compose(f, g, 5));
  f = nullptr;
  printf("%d %d\n", f ? 1 : 0, g ? 1 : 0);
  std::vector<std::function<void()>> jobs;
  std::string log;
  for (int i = 0; i < 3; ++i) jobs.push_back([&log, i] { log += std::to_string(i) + ";"; });
  for (auto& job : jobs) job();
  printf("%s\n", log.c_str());
  auto counting = [n = 0]() mutable { return ++n; };
  counting();
  auto copy = counting;
  printf("%d %d %d\n", counting(), counting(), copy());
  int (*plain)(int, int) = [](int a, int b) { return a * 10 + b; };
  printf("%d\n", plain(4, 2));

  const int n = 40;
  float host[n], *device, offset = 0.5f;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  apply<<<2, 32>>>(device, n, [offset] __device__(float x, int i) { return x * 2 + offset + i; });
  auto both = [] __host__ __device__(float x, int i) { return x + i; };
  apply<<<2, 32>>>(device, n, both);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", host[0], host[39], both(1, 2));
  int results[32], *out;
  cudaMalloc(&out, sizeof results);
  inside<<<1, 32>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", results[0], results[1], results[31]);
  cudaFree(device);
  cudaFree(out);
}
