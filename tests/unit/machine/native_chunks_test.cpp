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

TEST_CASE("native chunks: rows that the block has stored to, in a loop") {
  CHECK(result_of("for (int k = 0; k < 5; ++k) y[i] += k * i;")[10] == 15 + 100);
  CHECK(result_of("long long* z = (long long*)y; if (i < 1920) for (int k = 0; k < 5; ++k) z[i] += "
                  "k;")[2] == 7 + 10);
  CHECK(
      result_of(
          "for (int k = 0; k < 3; ++k) { if (i % 2 == k % 2) y[i] += 100; else y[i] += 1; }")[6] ==
      11 + 201);
}

TEST_CASE("native chunks: rows of vectors, before and after own stores") {
  const std::vector<int> four = result_of(
      "if (i < 960) { int4* v = (int4*)y; int4 a = v[i]; a.x += a.w; a.z = i; v[i] = a;\n"
      "  int4 b = v[i]; b.y += b.x; v[i] = b; }");
  CHECK(four[40] == 45 + 48);
  CHECK(four[41] == 46 + 45 + 48);
  CHECK(four[42] == 10);
  CHECK(four[43] == 48);
  const std::vector<int> two =
      result_of("if (i < 1920) { int2* v = (int2*)y; int2 a = v[i]; v[i] = make_int2(a.y, a.x); }");
  CHECK(two[20] == 26);
  CHECK(two[21] == 25);
  CHECK(
      result_of(
          "if (i < 950) { float4* v = (float4*)y; float4 a = v[i + 1]; a.x = 0; v[i] = a; }")[1] ==
      10);
  CHECK(result_of("if (i < 900 && i % 3 == 0) ((int4*)y)[i] = make_int4(1, 2, 3, i);")[15] == 3);
}

TEST_CASE("native chunks: many atomics of few places, of several kinds") {
  const std::vector<int> sums = result_of(
      "atomicAdd(&y[i % 7], 1); atomicAdd(&y[i % 3], i); if (i % 5 == 0) atomicSub(&y[3], 2);");
  CHECK(sums[6] == 11 + (3840 - 6 + 6) / 7);
  CHECK(sums[3] == 8 + 549 - 2 * 768);
  const std::vector<int> mixed = result_of(
      "atomicMax(&y[0], i % 50); atomicAdd(&y[0], 1); atomicMin(&y[1], -i); atomicOr(&y[2], 1 << "
      "(i "
      "% 20)); atomicXor(&y[3], i); atomicExch(&y[4], i);\n"
      "atomicAdd((unsigned long long*)&y[6], 1ull << 31); atomicAdd(&y[7], 1);\n"
      "atomicAdd((float*)&y[9], 0.1f);");
  CHECK(mixed[1] == -3839);
  CHECK(mixed[2] == ((1 << 20) - 1));
  CHECK(mixed[7] == 12 + 3840 + 1920);
}
