// Blocks side by side, observed in full: all reports, in order, are what one thread reports, but
// for the results of atomics that nobody uses.
#include <doctest/doctest.h>

#include <atomic>

#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/grid/chunk.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;

namespace {

// Keeps all that is reported, of chunks in logs of their own.
class AllEvents : public EventLog {
 public:
  std::unique_ptr<trace::Observer> for_chunk(Apart) override {
    return std::make_unique<AllEvents>();
  }
  void clear() override { static_cast<EventLog&>(*this) = {}; }
  void merge(trace::Observer& chunk) override {
    const auto& own = static_cast<AllEvents&>(chunk);
    words += own.words;
    accesses.insert(accesses.end(), own.accesses.begin(), own.accesses.end());
    printed.insert(printed.end(), own.printed.begin(), own.printed.end());
    faults.insert(faults.end(), own.faults.begin(), own.faults.end());
  }
};

struct Outcome {
  AllEvents log;
  GridEnd end;
  GlobalMemory memory;
};

constexpr uint64_t kSteps = 10'000'000;

Outcome run_on(const Launched& launched, uint32_t threads, uint64_t chunk = 1) {
  Outcome outcome;
  outcome.memory = launched.memory;
  GridOptions options;
  options.step_limit = kSteps;
  options.threads = threads;
  options.chunk_sizes = {chunk, 1};
  outcome.end = run_grid(launched.context(), outcome.memory, &outcome.log, options);
  return outcome;
}

void check_same(const Launched& launched) {
  const Outcome a = run_on(launched, 1), b = run_on(launched, 4);
  CHECK(a.end.reason == b.end.reason);
  CHECK(a.end.steps == b.end.steps);
  CHECK(a.end.blocks_done == b.end.blocks_done);
  CHECK(a.end.last_block == b.end.last_block);
  CHECK(a.log.words == b.log.words);
  CHECK(a.log.printed.size() == b.log.printed.size());
  CHECK(a.log.faults.size() == b.log.faults.size());
  REQUIRE(a.log.accesses.size() == b.log.accesses.size());
  for (size_t i = 0; i < a.log.accesses.size(); ++i) {
    const LoggedAccess &x = a.log.accesses[i], &y = b.log.accesses[i];
    const bool same = x.head.site == y.head.site && x.head.warp == y.head.warp &&
                      x.head.mask == y.head.mask && x.block == y.block &&
                      x.head.out_of_bounds == y.head.out_of_bounds && x.addresses == y.addresses &&
                      x.values == y.values;
    CHECK_MESSAGE(same, "access " << i);
    if (!same) return;
  }
  for (uint32_t i = 0; i < a.memory.array_count(); ++i)
    CHECK(a.memory.array(i).bytes == b.memory.array(i).bytes);
}

}  // namespace

TEST_CASE("side by side: what observers are given is in the order of blocks") {
  Launched run(
      "__global__ void k(int* a, const int* b, int* sum) { __shared__ int s[64];\n"
      "  int t = threadIdx.x, i = blockIdx.y * 64 + t; char z[3];\n"
      "  for (int j = 0; j < 3; ++j) { s[t] = b[i + j]; __syncthreads(); a[i] += s[63 - t];\n"
      "    __syncthreads(); }\n"
      "  z[i % 4] = 1; if (i % 50 == 0) printf(\"%d\", i); atomicAdd(sum, a[i] + z[0]); }");
  run.grid(1, 30).block(64).array(std::vector<int>(1920, 1)).array(std::vector<int>(1921, 2));
  run.array(std::vector<int>(1, 0));
  check_same(run);
  CHECK(run_on(run, 4).end.blocks_apart == 29);  // all but the first
  CHECK(run_on(run, 1).end.blocks_apart == 0);
}

TEST_CASE("side by side: memory that is as full as it may be is not stored to beside others") {
  Launched run("__global__ void k(int* a) { a[blockIdx.x * 65536] = 1; }");
  run.grid(40).block(1);
  const auto budget = std::make_shared<base::PageBudget>(20 * 262144 + 1000);
  run.memory.set_budget(budget);
  GlobalArray array;
  array.extents = {40 * 65536};
  array.bytes = base::PagedBytes(uint64_t{40} * 262144 + base::PagedBytes::kWholeBytes, budget);
  run.scalar(run.memory.add(std::move(array)));
  const auto last_block = [&](uint32_t threads) {
    const Outcome outcome = run_on(run, threads);
    CHECK(outcome.end.reason == StopReason::kMemory);
    return outcome.end.last_block.x;
  };
  CHECK(last_block(1) == 20);
  CHECK(last_block(4) == 20);
}

TEST_CASE("side by side: an array that later blocks store to first is known from then on") {
  Launched run(
      "__global__ void k(int* a, int* b) { int i = blockIdx.x;\n"
      "  b[i] = a[i % 30]; if (i > 20) a[i] = i; }");
  run.grid(200).block(1).array(std::vector<int>(200, 7)).array(std::vector<int>(200, 0));
  check_same(run);
  CHECK_FALSE(run_on(run, 4).end.in_order.has_value());
}

TEST_CASE("side by side: blocks that are far longer than those before them") {
  Launched run(
      "__global__ void k(int* a) { int i = blockIdx.x, x = i; if (i < 300) return;\n"
      "  for (int j = 0; j < 16000; ++j) x = x * 3 + j;\n  a[i] = x; }");
  run.grid(320).block(1).array(std::vector<int>(320, 0));
  check_same(run);
  const Outcome outcome = run_on(run, 4, 2000);
  CHECK_FALSE(outcome.end.in_order.has_value());
  CHECK(outcome.end.blocks_apart > 305);
}

TEST_CASE("side by side: blocks that store to many different places run in order") {
  Launched run(
      "__global__ void k(int* a) { int i = (blockIdx.x * 32 + threadIdx.x) * 512;\n"
      "  a[i] = i; a[i + 819200] = 1; }");
  run.grid(50).block(32).array(std::vector<int>(1638400, 0));
  check_same(run);
  const Outcome outcome = run_on(run, 4);
  REQUIRE(outcome.end.in_order.has_value());
  CHECK(outcome.end.in_order->reason == InOrder::Reason::kUnfinished);
}

TEST_CASE("side by side: what most chunks collide in is named") {
  Launched chain("__global__ void k(int* z, int* a) { z[blockIdx.x] = a[0]; a[0] += blockIdx.x; }");
  chain.grid(100).block(1).array(std::vector<int>(100, 0)).array(std::vector<int>(1, 0));
  check_same(chain);
  const Outcome outcome = run_on(chain, 4);
  REQUIRE(outcome.end.in_order.has_value());
  CHECK(outcome.end.in_order->reason == InOrder::Reason::kCollisions);
  CHECK(outcome.end.in_order->array == 1);
  CHECK(outcome.end.blocks_apart == 1);  // the first one beside others
  CHECK(run_on(chain, 1).end.in_order.has_value() == false);
}

TEST_CASE("side by side: a chunk's memory shows its own bytes over the grid's") {
  GlobalMemory memory;
  GlobalArray array;
  array.extents = {1000};
  array.bytes = base::PagedBytes(1000);
  array.bytes.write(0, std::vector<std::byte>(1000, std::byte{9}));
  const uint64_t at = memory.add(std::move(array));
  const std::vector<bool> unused(1);
  ChunkMemory chunk(memory, unused);
  const auto begin = [&](uint64_t bytes) { chunk.begin({ArrayUse::kStored}, bytes); };
  std::array<std::byte, 16> buffer{};
  const auto read = [&](uint64_t offset, uint32_t bytes) {
    const std::byte* found = chunk.read(at + offset, bytes, buffer.data());
    return found == nullptr ? std::vector<std::byte>{}
                            : std::vector<std::byte>(found, found + bytes);
  };
  const auto store = [&](uint64_t offset, std::vector<std::byte> bytes) {
    const auto size = static_cast<uint32_t>(bytes.size());
    std::byte* to = chunk.place_to_store(at + offset, size, buffer.data());
    if (to == nullptr) return false;
    std::copy(bytes.begin(), bytes.end(), to);
    if (to == buffer.data()) chunk.write(at + offset, to, size);
    return true;
  };
  begin(1 << 20);
  const std::byte one{1}, nine{9};
  CHECK(store(62, {one, one, one, one}));  // over the end of a unit
  CHECK(read(60, 8) == std::vector<std::byte>{nine, nine, one, one, one, one, nine, nine});
  CHECK(read(62, 4) == std::vector<std::byte>{one, one, one, one});
  CHECK_FALSE(store(998, {one, one, one, one}));
  CHECK(read(998, 4).empty());
  CHECK(read(996, 4).size() == 4);
  CHECK(memory.array(0).bytes[63] == nine);
  WrittenWords before(memory);
  before.begin({true});
  CHECK_FALSE(before.collision(chunk).has_value());
  trace::WarpAccess access;
  std::array<uint64_t, 32> addresses{};
  access.operation = trace::Operation::kStore;
  access.mask = 1;
  access.bytes = 1;
  access.addresses = &addresses;
  addresses[0] = at + 400;
  before.access(access);
  CHECK_FALSE(before.collision(chunk).has_value());
  addresses[0] = at + 66;  // in a word of which the chunk read the grid's bytes
  before.access(access);
  CHECK(before.collision(chunk) == 0u);
  commit(chunk, memory);
  CHECK(memory.array(0).bytes[61] == nine);
  CHECK(memory.array(0).bytes[62] == one);
  CHECK(memory.array(0).bytes[65] == one);
  CHECK(memory.array(0).bytes[66] == nine);
  begin(100);
  CHECK(store(0, {one}));
  CHECK(chunk.is_given_up());
  CHECK(chunk.is_too_large());
}
