// Native code of blocks that run apart: rows of lanes in arrays that blocks store to.
// Launched::run() holds memory against the interpreter's, in order.
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "support.hpp"

using namespace warplens::machine::test;

namespace {

constexpr uint32_t kBlocks = 60, kThreads = 64, kCount = kBlocks * kThreads;

// Of 3,840 ints, those from `more` on beyond the threads.
std::vector<int> numbers(uint32_t more = 0) {
  std::vector<int> values(kCount + more);
  std::iota(values.begin(), values.end(), 5);
  return values;
}

std::vector<int> result_of(const char* body, uint32_t more = 0) {
  Launched run(std::string("__global__ void k(int* y) { int i = blockIdx.x * blockDim.x + "
                           "threadIdx.x; ") +
               body + " }");
  run.grid(kBlocks).block(kThreads).array(numbers(more)).run();
  return run.read<int>(0);
}

}  // namespace

TEST_CASE("native chunks: rows that a block reads before it stores to them") {
  CHECK(result_of("y[i] = 3 * y[i] + 1;")[100] == 3 * 105 + 1);
}

TEST_CASE("native chunks: rows that a block reads after it has stored to them") {
  CHECK(result_of("y[i] = i; __syncthreads(); y[i] = y[i] * 2 + y[i ^ 63];")[64] == 64 * 2 + 127);
}

TEST_CASE("native chunks: rows that begin anywhere, read by blocks before and behind") {
  const std::vector<int> values = result_of("y[i + 3] = y[i + 77] + 1;", 80);
  CHECK(values[3] == 77 + 5 + 1);
  CHECK(values[0] == 5);
}

TEST_CASE("native chunks: atomics in the rows, before and after") {
  const std::vector<int> values =
      result_of("atomicAdd(&y[i], 1); y[i] = y[i] + 1; atomicAdd(&y[i / 2 * 2], 10);");
  CHECK(values[10] == 15 + 2 + 20);
  CHECK(values[11] == 16 + 2);
}

TEST_CASE("native chunks: some of the lanes, and values of one and eight bytes") {
  CHECK(result_of("if (i % 3 != 0) y[i] = -y[i];")[4] == -9);
  CHECK(result_of("((char*)y)[4 * i + 1] = ((char*)y)[4 * i]; y[i] = y[i] + 1;")[2] == 7 * 257 + 1);
  CHECK(result_of("long long* z = (long long*)y; if (i < 1920) z[i] = z[i] + 1;")[2] == 8);
}

TEST_CASE("native chunks: an array that later blocks store to first") {
  CHECK(result_of("int x = y[(i + 64) % 3840]; if (blockIdx.x > 20) y[i] = x;")[100] == 105);
}

TEST_CASE("native chunks: shuffles of whole and of parted warps") {
  const char* const text =
      "int x = y[i]; x += __shfl_down_sync(0xffffffff, x, 3, 16);"
      "x ^= __shfl_xor_sync(0xffffffff, x, 5); x += __shfl_up_sync(0xffffffff, x, 2, 8);"
      "x -= __shfl_sync(0xffffffff, x, i * 7, 4); long long w = x;"
      "w += __shfl_down_sync(0xffffffff, w, 9); y[i] = (int)w;"
      "if (i % 5 != 0) y[i] += __shfl_down_sync(__activemask(), x, 1);";
  CHECK(result_of(text).size() == kCount);
}
