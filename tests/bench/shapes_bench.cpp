// How fast the engine executes and counts accesses of other shapes than the tiled product's, on one
// thread, each beside a plain loop of C++ in the same run (a chain of floating additions), so that
// machines can be compared by ratio. Prints medians of five; asserts nothing.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "sim/launch/parse.hpp"
#include "sim/run/run.hpp"

using namespace warplens;

namespace {

struct Shape {
  const char* name;
  const char* text;
  const char* options;
};

constexpr Shape kShapes[] = {
    {"divergent reduction", R"(__global__ void k(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
})",
     "--grid 4096 --block 256 --arg in=int[1048576] --arg out=int[4096]"},
    {"column access", R"(__global__ void k(const float* in, float* out, int n) {
  int row = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < n; ++c) sum += in[row * n + c];
  out[row] = sum;
})",
     "--grid 32 --block 32 --arg in=float[1024][1024] --arg out=float[1024] --arg n=1024"},
    {"16 bytes a lane", R"(__global__ void k(const float4* in, float4* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 v = in[i];
  v.x += 1; v.y += v.x; v.z += v.y; v.w += v.z;
  out[i] = v;
})",
     "--grid 1024 --block 256 --arg in=float4[262144] --arg out=float4[262144]"},
    {"random addresses",
     R"(__global__ void k(const int* index, const float* in, float* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  int at = index[i];
  for (int k = 0; k < 64; ++k) { sum += in[at & (n - 1)]; at = at * 1103515245 + 12345; }
  out[i] = sum;
})",
     "--grid 64 --block 256 --arg index=int[16384]:random=1 --arg in=float[65536] "
     "--arg out=float[16384] --arg n=65536"},
    {"atomics", R"(__global__ void k(const int* in, int* bins, int* total) {
  __shared__ int own[64];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (t < 64) own[t] = 0;
  __syncthreads();
  atomicAdd(&own[in[i] & 63], 1);
  __syncthreads();
  if (t < 64) atomicAdd(&bins[t], own[t]);
  atomicAdd(total, 1);
})",
     "--grid 1024 --block 256 --arg in=int[262144]:random=3 --arg bins=int[64]:zero "
     "--arg total=int[1]:zero"},
    {"function calls",
     R"(__device__ int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }
__device__ float at(const float* p, int i, int n) { return p[clamp(i, n)]; }
__global__ void k(const float* in, float* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int d = -8; d <= 8; ++d) sum += at(in, i + d, n) * 0.5f;
  out[i] = sum;
})",
     "--grid 512 --block 256 --arg in=float[131072] --arg out=float[131072] --arg n=131072"},
    {"recursion", R"(__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void k(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 20); })",
     "--grid 1 --block 32 --arg out=int[32]"},
};

// [s] of this process's own time.
template <class Work>
double seconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double plain_loop() {
  volatile float start = 1;
  return seconds([&] {
    float sum = start;
    for (int i = 0; i < 20'000'000; ++i) sum += start;
    start = sum;
  });
}

}  // namespace

int main() {
  std::printf("%-20s %8s %14s\n", "", "s", "x plain loop");
  for (const Shape& shape : kShapes) {
    prepare::Request request;
    request.file = base::SourceFile("shape.cu", shape.text);
    const auto options = launch::parse_options(launch::split_words(shape.options));
    if (!options.ok()) return 1;
    request.launch = launch::apply({}, *options);
    request.launch.threads = 1;
    request.record = false;
    std::vector<double> times, peers;
    for (int turn = 0; turn < 5; ++turn) {
      peers.push_back(plain_loop());
      times.push_back(seconds([&] {
        const auto run = run::run(request);
        if (!run.ok() || (*run)->ending != run::Ending::kComplete) std::puts("it did not end");
      }));
    }
    std::printf("%-20s %8.3f %14.2f\n", shape.name, median(times), median(times) / median(peers));
  }
}
