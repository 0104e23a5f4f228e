// Another block from the moments that a run kept, held against a run that records it.
#include "sim/whatif/another_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "sim/run/block_starts.hpp"
#include "tests/support/runs.hpp"
#include "tests/support/same_run.hpp"

namespace warplens {
namespace {

using run::Runs;

constexpr uint64_t kBudget = uint64_t{64} << 20;

Runs must_run(prepare::Request request, trace::BlockId block, uint64_t budget = kBudget) {
  request.recorded_block = block;
  request.starts_budget = budget;
  const base::SourceFile file = request.file;
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE_MESSAGE(runs.ok(), (runs.ok() ? "" : base::render(runs.error(), file)));
  return *runs;
}

void check_all_same(const std::optional<Runs>& runs, const Runs& expected) {
  REQUIRE(runs.has_value());
  REQUIRE(runs->size() == expected.size());
  for (size_t i = 0; i < runs->size(); ++i) test::check_same_run(*(*runs)[i], *expected[i]);
}

std::optional<Runs> with_block(const Runs& runs, trace::BlockId block,
                               const std::atomic<bool>* cancelled = nullptr) {
  prepare::Request wanted;
  wanted.recorded_block = block;
  wanted.cancelled = cancelled;
  return whatif::with_block(runs, wanted);
}

// Every block reads what the one before it stored, and says what it found.
const std::string kChain =
    "__global__ void k(int* a, int* o) {\n  int b = blockIdx.x;\n"
    "  if (threadIdx.x == 0) printf(\"%d\\n\", b);\n"
    "  o[b * 32 + threadIdx.x] = a[b] + threadIdx.x;\n"
    "  if (threadIdx.x == 0) a[b + 1] = a[b] + 3; }\n";

}  // namespace

TEST_CASE("another block: of every textbook kernel, as a run that records it from the start") {
  size_t compared = 0;
  test::for_each_textbook_run([&](const auto& first) {
    const uint64_t blocks = first->context->grid.count();
    if (blocks < 2) return;
    const Runs runs = must_run(first->request, {0, 0, 0});
    REQUIRE(runs.front()->starts != nullptr);
    for (const uint64_t index : std::set<uint64_t>{1, blocks / 2, blocks - 1}) {
      const trace::BlockId block = trace::block_at(index, first->context->grid_extents());
      check_all_same(with_block(runs, block), must_run(first->request, block));
      ++compared;
    }
  });
  CHECK(compared > 150);
}

TEST_CASE("another block: blocks that read what those before them stored") {
  const prepare::Request request =
      test::make_request(kChain, "--grid 300 --block 32 --arg a=int[301]:zero --arg o=int[9600]");
  const Runs runs = must_run(request, {150, 0, 0});
  const run::BlockStarts& starts = *runs.front()->starts;
  CHECK(starts.blocks_begun == 300);
  CHECK(starts.kept.size() > 30);
  CHECK(starts.kept.size() <= run::BlockStartsKeeper::kMostStarts);
  for (const uint32_t x : {0u, 1u, 77u, 150u, 299u}) {
    const auto there = with_block(runs, {x, 0, 0});
    check_all_same(there, must_run(request, {x, 0, 0}));
    // And from there to another one.
    check_all_same(with_block(*there, {200, 0, 0}), must_run(request, {200, 0, 0}));
  }
}

TEST_CASE("another block: of a launch that was stopped, also the one where it was") {
  struct Stopped {
    std::string body, limit;
    uint64_t last;
    run::Ending ending;
  };
  const Stopped cases[] = {
      {"if (blockIdx.x == 5) for (;;) o[t] += 1;", "3000", 5, run::Ending::kStepLimit},
      {"assert(blockIdx.x != 4); o[t] = 1;", "3000", 4, run::Ending::kTrapped},
  };
  for (const Stopped& stopped : cases) {
    CAPTURE(stopped.body);
    const prepare::Request request =
        test::make_request("__global__ void k(int* o) { int t = threadIdx.x + blockIdx.x * 32;\n" +
                               stopped.body + " }",
                           "--grid 8 --block 32 --arg o=int[256] --step-limit " + stopped.limit);
    const Runs runs = must_run(request, {0, 0, 0});
    CHECK(runs.front()->ending == stopped.ending);
    CHECK(runs.front()->starts->blocks_begun == stopped.last + 1);
    for (uint32_t x = 0; x < 8; ++x) {
      const Runs expected = must_run(request, {x, 0, 0});
      CHECK((expected.front()->recording != nullptr) == (x <= stopped.last));
      check_all_same(with_block(runs, {x, 0, 0}), expected);
    }
  }
}

TEST_CASE("another block: of a sequence, in each launch that holds it") {
  const prepare::Request request = test::make_request(
      kChain,
      "--grid 40 --block 32 --arg a=int[301]:zero --arg o=int[9600] --then 'k --grid 90' "
      "--then 'k --grid 7'");
  const Runs runs = must_run(request, {0, 0, 0});
  REQUIRE(runs.size() == 3);
  check_all_same(with_block(runs, {30, 0, 0}), must_run(request, {30, 0, 0}));
}

TEST_CASE("another block: a recording has the room that it has in a run") {
  prepare::Request request = test::make_request(
      kChain,
      "--grid 40 --block 32 --arg a=int[301]:zero --arg o=int[9600] --then k --then k "
      "--then k --then k --then k");
  bool is_cut = false, is_smaller = false;
  for (uint64_t budget = 200; budget <= 1000; budget += 100) {  // four of them for all together
    request.record_budget = budget;
    const Runs expected = must_run(request, {30, 0, 0});
    is_cut |= expected.front()->recording->is_cut;
    is_smaller |= expected.back()->recording->size() < expected.front()->recording->size();
    check_all_same(with_block(must_run(request, {2, 0, 0}), {30, 0, 0}), expected);
  }
  CHECK(is_cut);
  CHECK(is_smaller);
}

TEST_CASE("another block: without moments, or cancelled, the runs have to be made again") {
  const prepare::Request request =
      test::make_request(kChain, "--grid 40 --block 32 --arg a=int[301]:zero --arg o=int[9600]");
  CHECK(must_run(request, {}, 0).front()->starts == nullptr);
  CHECK(!with_block(must_run(request, {}, 0), {3, 0, 0}));
  const std::atomic<bool> cancelled = true;
  CHECK(!with_block(must_run(request, {}), {3, 0, 0}, &cancelled));
}

TEST_CASE("block starts: few where the budget is small, none where not even one fits it") {
  const prepare::Request request =
      test::make_request(kChain, "--grid 300 --block 32 --arg a=int[301]:zero --arg o=int[9600]");
  const uint64_t state = 301 * 4 + 9600 * 4;  // bytes that two moments may have apart
  size_t before = 0;
  for (const uint64_t states : {1, 4, 20, 60}) {
    const Runs runs = must_run(request, {0, 0, 0}, states * state);
    REQUIRE(runs.front()->starts != nullptr);
    const run::BlockStarts& starts = *runs.front()->starts;
    CHECK(starts.bytes <= states * state);
    CHECK(starts.kept.size() > before);
    before = starts.kept.size();
    CHECK(starts.kept.front().block == 0);
    const uint64_t distance = starts.kept.size() > 1 ? starts.kept[1].block : 300;
    for (size_t i = 0; i < starts.kept.size(); ++i) CHECK(starts.kept[i].block == i * distance);
    check_all_same(with_block(runs, {299, 0, 0}), must_run(request, {299, 0, 0}));
  }
  CHECK(must_run(request, {0, 0, 0}, state - 1).front()->starts == nullptr);
}

TEST_CASE("block starts: a large array that each block stores a part of is kept about once") {
  const prepare::Request request = test::make_request(
      "__global__ void k(float* a) { a[(blockIdx.x * 256 + threadIdx.x) * 64] += 1; }",
      "--grid 512 --block 256 --arg a=float[8388608]:zero");  // 32 MiB
  const Runs runs = must_run(request, {0, 0, 0});
  REQUIRE(runs.front()->starts != nullptr);
  const run::BlockStarts& starts = *runs.front()->starts;
  CHECK(starts.kept.size() == run::BlockStartsKeeper::kMostStarts);
  CHECK(starts.bytes < uint64_t{32} << 20);
  check_all_same(with_block(runs, {300, 0, 0}), must_run(request, {300, 0, 0}));
}

TEST_CASE("block starts: an array of 4 MiB is not copied whole for each block") {
  const prepare::Request request = test::make_request(
      "__global__ void k(float* a) { a[(blockIdx.x * 256 + threadIdx.x) * 256] += 1; }",
      "--grid 16 --block 256 --arg a=float[1048576]:zero");
  const Runs runs = must_run(request, {0, 0, 0});
  REQUIRE(runs.front()->starts != nullptr);
  CHECK(runs.front()->starts->kept.size() == 16);
  CHECK(runs.front()->starts->bytes <= uint64_t{4} << 20);
  check_all_same(with_block(runs, {9, 0, 0}), must_run(request, {9, 0, 0}));
}

}  // namespace warplens
