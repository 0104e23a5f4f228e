// How much memory the device has, and what allocations take of it and of this machine.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "sim/base/shared_page.hpp"
#include "sim/host/process.hpp"
#include "sim/model/device.hpp"
#include "support.hpp"

using namespace warplens;

namespace {

const std::string kHead = "#include <cstdio>\n#include <cuda_runtime.h>\n";

test::Ended run_on(const char* device, const std::string& text, uint64_t most = 0) {
  test::Given given;
  given.device = device;
  given.device_budget = most;
  return test::run_program(kHead + text, given);
}

}  // namespace

TEST_CASE("device memory: a program reads the board's, and has it") {
  const std::string text = R"(int main() {
    size_t free_bytes, total, then;
    cudaMemGetInfo(&free_bytes, &total);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    void *a, *b, *managed;
    const int first = cudaMalloc(&a, size_t{20} << 30);
    cudaMemGetInfo(&then, &total);
    const int second = cudaMalloc(&b, total - (size_t{20} << 30) + 1);
    cudaFree(a);
    const int large = cudaMallocManaged(&managed, size_t{24} << 30);
    printf("%zu %d %d %d %d %d %d\n", total, prop.totalGlobalMem == total, free_bytes == total,
           (int)((free_bytes - then) >> 30), first, second, large);
  })";
  CHECK(run_on("h100", text).out == "85017493504 1 1 20 0 2 0\n");
  CHECK(run_on("h200", text).out == "150109880320 1 1 20 0 2 0\n");
  CHECK(run_on("cc8.6", text).out == "25769803776 1 1 20 0 2 0\n");
}

TEST_CASE("device memory: an array is no larger than its window") {
  CHECK(run_on("h200", R"(int main() {
    void* p;
    printf("%d ", cudaMalloc(&p, size_t{32} << 30));
    printf("%d\n", cudaMalloc(&p, (size_t{32} << 30) + 1));
  })")
            .out == "0 2\n");
}

TEST_CASE("device memory: what is written is limited by this machine's") {
  const std::string text = R"(
    __global__ void touch(char* p) { p[(size_t)blockIdx.x << 18] = 1; }
    int main() {
      char* p;
      printf("%d ", cudaMalloc(&p, size_t{16} << 30));
      touch<<<16, 1>>>(p);
      printf("%d\n", cudaDeviceSynchronize());
      touch<<<65536, 1>>>(p);
      printf("%d\n", cudaDeviceSynchronize());
    })";
  const test::Ended ended = run_on("h100", text, uint64_t{64} << 20);
  CHECK(ended.out == "0 0\n");
  CHECK(ended.status == 1);
  CHECK(ended.refused.find("more memory than it may have") != std::string::npos);
}
