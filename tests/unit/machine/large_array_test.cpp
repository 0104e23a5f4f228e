// Arrays of many pages behave as one piece: the same kernel on a small and on a large array.
#include <doctest/doctest.h>

#include "support.hpp"

namespace warplens::machine::test {
namespace {

constexpr uint64_t kPage = uint64_t{1} << base::PagedBytes::kPageShift;

// Runs the text's kernel(char* a, long long start) on an array of `size` bytes.
struct Outcome {
  std::vector<std::byte> bytes;  // around the start
  std::vector<LoggedAccess> accesses;
};

Outcome run_at(const std::string& text, uint64_t size, uint64_t start) {
  Launched run(text);
  run.block(32);
  GlobalArray array;
  array.extents = {size};
  array.bytes = base::PagedBytes(size, {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}});
  const uint64_t address = run.memory.add(std::move(array));
  run.scalar(address).scalar(static_cast<long long>(start)).run();
  Outcome outcome;
  outcome.bytes.resize(1024);
  run.memory.array(0).bytes.read(start - 512, outcome.bytes);
  outcome.accesses = run.log.accesses;
  return outcome;
}

}  // namespace

TEST_CASE(
    "large arrays: accesses across a page's end, misaligned ones too, find and leave the same") {
  const char* const texts[] = {
      "__global__ void k(char* a, long long start) { float* f = (float*)(a + start - 64);"
      " f[threadIdx.x] = f[31 - threadIdx.x] + 1; }",
      "__global__ void k(char* a, long long start) { int* p = (int*)(a + start - 62);"
      " p[threadIdx.x] += threadIdx.x; }",
      "__global__ void k(char* a, long long start) { float4* p = (float4*)(a + start - 248);"
      " float4 v = p[threadIdx.x]; v.y += 1; p[(threadIdx.x * 5) % 32] = v; }",
      "__global__ void k(char* a, long long start) {"
      " atomicAdd((int*)(a + start - 2), threadIdx.x); atomicAdd((int*)(a + start - 4), 1); }",
      "__global__ void k(char* a, long long start) { double* d = (double*)(a + start - 132);"
      " if (threadIdx.x % 3 == 0) d[threadIdx.x] = d[threadIdx.x + 1] * 2; }",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    const Outcome small = run_at(text, 4 * kPage, 2 * kPage);
    const Outcome large = run_at(text, base::PagedBytes::kWholeBytes * 2, 2 * kPage);
    CHECK(small.bytes == large.bytes);
    REQUIRE(small.accesses.size() == large.accesses.size());
    for (size_t i = 0; i < small.accesses.size(); ++i) {
      CHECK(small.accesses[i].addresses == large.accesses[i].addresses);
      CHECK(small.accesses[i].head.out_of_bounds == large.accesses[i].head.out_of_bounds);
    }
  }
}

TEST_CASE("large arrays: a launch that writes more than it may have stops, and says so") {
  Launched run(
      "__global__ void k(float* a) { a[65536ull * (blockIdx.x * 32 + threadIdx.x)] = 1; }");
  run.grid(100).block(32);
  const auto budget = std::make_shared<base::PageBudget>(40 * kPage);
  run.memory.set_budget(budget);
  GlobalArray array;
  array.extents = {uint64_t{1} << 30};
  array.bytes = base::PagedBytes(uint64_t{4} << 30, budget);
  run.scalar(run.memory.add(std::move(array)));
  run.run();
  CHECK(run.end.reason == StopReason::kMemory);
  CHECK(run.end.last_block.x == 1);
  CHECK(budget->used() <= (40 + 32) * kPage);
}

}  // namespace warplens::machine::test
