// Threads of the standard library, joined before anything that they wrote is read.
#include <atomic>
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

__global__ void add(int* sum, int value) { atomicAdd(sum, value); }

int main() {
  std::mutex mutex;
  std::atomic<int> hits(0);
  std::vector<std::thread> team;
  int total = 0, *device, host = 0;
  cudaMallocManaged(&device, sizeof(int));
  *device = 0;
  for (int t = 0; t < 4; ++t) {
    team.emplace_back([&, t] {
      hits += t;
      std::lock_guard<std::mutex> lock(mutex);
      total += 10 * t;
      add<<<1, 32>>>(device, t);
    });
  }
  for (std::thread& thread : team) thread.join();
  cudaDeviceSynchronize();
  std::future<int> later = std::async(std::launch::async, [](int a, int b) { return a * b; }, 6, 7);
  std::thread other([](int* to, int value) { *to = value; }, &host, 5);
  other.join();
  printf("%d %d %d %d %d\n", hits.load(), total, *device, later.get(), host);
  cudaFree(device);
}
