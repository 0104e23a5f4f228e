// Masks over time, worked out by hand: which lanes wait, for what, and how long. Costs of a side
// are held against the instructions that --trace-instructions prints with the side's mask.
#include "sim/whatif/follow_divergence.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <string>

#include "sim/replay/instruction_trace.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using observe::Fork;
using observe::ForkKind;
using observe::LoopTrips;
using observe::WarpDivergence;

namespace {

whatif::Divergence followed(const std::string& text, const std::string& words,
                            trace::BlockId block = {}) {
  auto run = test::must_run(text, words, block);
  base::Checked<whatif::Divergence> result = whatif::follow_divergence(*run);
  REQUIRE(result.ok());
  return std::move(*result);
}

// Of one kind, at which lanes have parted.
std::vector<Fork> parted(const WarpDivergence& warp, ForkKind kind) {
  std::vector<Fork> found;
  for (const Fork& fork : warp.forks)
    if (fork.kind == kind && fork.parted > 0) found.push_back(fork);
  return found;
}

uint64_t sum_of_lost(const WarpDivergence& warp) {
  uint64_t sum = 0;
  for (const Fork& fork : warp.forks) sum += fork.lost;
  return sum;
}

void check_sums(const WarpDivergence& warp) {
  CHECK(warp.slots.all() == 32 * warp.instructions);
  CHECK(sum_of_lost(warp) == warp.slots.waiting + warp.slots.exited);
  uint64_t at = 0;
  for (const observe::Stretch& stretch : warp.stretches) {
    CHECK(stretch.begin == at);
    at += stretch.count;
  }
  CHECK(at == warp.instructions);
}

}  // namespace

TEST_CASE("divergence: t % 2 parts a warp in half, and each half waits for the other's side") {
  const std::string text = R"(
__global__ void k(int* a) {
  int t = threadIdx.x;
  if (t % 2 == 0)
    a[t] = 1;
  else
    a[t] = t * t + 3 * t;
})";
  const std::string words = "--grid 1 --block 64 --arg a=int[64]:zero";
  const whatif::Divergence found = followed(text, words);
  REQUIRE(found.warps.size() == 2);
  CHECK_FALSE(found.is_cut);
  for (const WarpDivergence& warp : found.warps) {
    check_sums(warp);
    const std::vector<Fork> branches = parted(warp, ForkKind::kBranch);
    REQUIRE(branches.size() == 1);
    const Fork& branch = branches.front();
    CHECK(branch.reached == 1);
    CHECK(branch.parted == 1);
    CHECK(branch.has_second_side);
    CHECK(branch.instructions[1] > branch.instructions[0]);
    // 16 lanes wait during each instruction of both sides; the Else and the Join end them.
    CHECK(branch.lost == 16 * (branch.instructions[0] + branch.instructions[1]));
    CHECK(warp.slots.waiting == branch.lost);
    CHECK(warp.slots.exited + warp.slots.absent == 0);
  }
  // The same from the machine's own listing.
  const auto run = test::must_run(text, words);
  uint64_t listed = 0, even = 0, odd = 0;
  replay::trace_instructions(*run, [&](uint32_t warp, const std::string& line) {
    if (warp != 0) return true;
    listed += line.find(" 00000000") == std::string::npos ? 1 : 0;
    even += line.find(" 55555555") != std::string::npos ? 1 : 0;
    odd += line.find(" aaaaaaaa") != std::string::npos ? 1 : 0;
    return true;
  });
  const Fork branch = parted(found.warps[0], ForkKind::kBranch).front();
  CHECK(found.warps[0].instructions == listed);
  CHECK(branch.instructions[0] == even);
  CHECK(branch.instructions[1] == odd);
}

TEST_CASE("divergence: a warp whose lanes agree loses nothing, whatever side it takes") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a) {
  int t = threadIdx.x;
  if (t / 32 == 0) a[t] = 1; else a[t] = 2;
  for (int i = 0; i < 3; ++i) a[t] += i;
})",
                                            "--grid 1 --block 64 --arg a=int[64]:zero");
  for (const WarpDivergence& warp : found.warps) {
    check_sums(warp);
    CHECK(warp.slots.lost() == 0);
    for (const Fork& fork : warp.forks) CHECK(fork.parted == 0);
    REQUIRE(warp.loops.size() == 1);
    CHECK(warp.loops[0].most() == 3);
    CHECK_FALSE(warp.loops[0].is_unequal());
  }
}

TEST_CASE("divergence: lanes that leave together part nowhere, and part where some stay behind") {
  const auto of = [](const std::string& condition) {
    return followed("__device__ int twice(int x, int* a) {\n  if (" + condition +
                        ") return a[x];\n  return x;\n}\n"
                        "__global__ void k(int* a) {\n  int t = threadIdx.x, x = 0;\n"
                        "  for (int i = 0; i < 4; ++i) {\n    if (" +
                        condition +
                        ") continue;\n    x += twice(x, a);\n  }\n"
                        "  while (true) {\n    if (" +
                        condition +
                        " || x > 0) break;\n    ++x;\n  }\n"
                        "  switch (x & 1) { case 0: a[t] = 1; break; case 1: a[t] = 2; break; }\n"
                        "  if (x > 99) return;\n  a[t] += x;\n}\n",
                    "--grid 1 --block 64 --arg a=int[64]:zero");
  };
  const whatif::Divergence together = of("x % 2 == 0");
  CHECK(together.slots().lost() == 0);
  CHECK(together.parting_warps().empty());
  CHECK(whatif::forks_of(together).empty());
  const whatif::Divergence apart = of("threadIdx.x % 2 == 0");
  CHECK(apart.parting_warps() == std::vector<uint32_t>{0, 1});
  for (const WarpDivergence& warp : apart.warps)
    CHECK_FALSE(parted(warp, ForkKind::kLeave).empty());
}

TEST_CASE("divergence: a loop that is run again has its trips of a run, if all runs have as many") {
  const auto loops_of = [](const std::string& first) {
    return followed(
               "__global__ void k(int* a) {\n  int s = 0;\n"
               "  for (int i = 0; i < 3; ++i)\n    for (int j = " +
                   first +
                   "; j < 5; ++j) s += j;\n"
                   "  int n = 0;\n  do { ++n; } while (n < 2);\n"
                   "  a[threadIdx.x] = s + n;\n}\n",
               "--grid 1 --block 32 --arg a=int[32]:zero")
        .warps.front()
        .loops;
  };
  const std::vector<LoopTrips> same = loops_of("1");
  REQUIRE(same.size() == 3);
  CHECK(same[0].trips_of_run == 3);
  CHECK(same[1].most() == 12);
  CHECK(same[1].trips_of_run == 4);
  CHECK(same[2].trips_of_run == 2);
  CHECK(loops_of("0")[1].trips_of_run == 5);
  CHECK(loops_of("i")[1].most() == 12);
  CHECK_FALSE(loops_of("i")[1].trips_of_run.has_value());
  CHECK_FALSE(loops_of("threadIdx.x % 2")[1].trips_of_run.has_value());
}

TEST_CASE("divergence: a loop of t % 32 trips keeps every lane until the last one is done") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a) {
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < t % 32; ++i)
    sum += i;
  a[t] = sum;
})",
                                            "--grid 1 --block 32 --arg a=int[32]:zero");
  const WarpDivergence& warp = found.warps.front();
  check_sums(warp);
  REQUIRE(warp.loops.size() == 1);
  const LoopTrips& loop = warp.loops.front();
  CHECK(loop.lanes == ~0u);
  for (uint32_t lane = 0; lane < 32; ++lane) CHECK(loop.trips[lane] == lane);
  CHECK(loop.least() == 0);
  CHECK(loop.most() == 31);
  CHECK(loop.is_unequal());
  const std::vector<Fork> loops = parted(warp, ForkKind::kLoop);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].parted == 31);  // lane 0 leaves first, lane 30 last before lane 31
  // In trip i of 31 the lanes 0 to i - 1 wait through as many instructions as the trip has: 496
  // lane-trips for each of them.
  CHECK(loops[0].lost == warp.slots.waiting);
  CHECK(loops[0].lost % 496 == 0);
  CHECK(loops[0].lost > 0);
}

TEST_CASE("divergence: do-while and break are counted by lane, too") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a) {
  int t = threadIdx.x, i = 0, j = 0;
  do { ++i; } while (i < t % 4);
  for (;;) { if (j == t % 3) break; ++j; }
  a[t] = i * 10 + j;
})",
                                            "--grid 1 --block 32 --arg a=int[32]:zero");
  const WarpDivergence& warp = found.warps.front();
  check_sums(warp);
  REQUIRE(warp.loops.size() == 2);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    CHECK(warp.loops[0].trips[lane] == std::max(1u, lane % 4));
    CHECK(warp.loops[1].trips[lane] == lane % 3 + 1);  // the last one ends at the break
  }
  CHECK(parted(warp, ForkKind::kLeave).size() == 1);
}

TEST_CASE("divergence: a guard at the edge masks the lanes behind it, and has no other side") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
})",
                                            "--grid 1 --block 64 --arg a=int[40]:zero --arg n=40");
  CHECK(parted(found.warps[0], ForkKind::kBranch).empty());
  const std::vector<Fork> guard = parted(found.warps[1], ForkKind::kBranch);
  REQUIRE(guard.size() == 1);
  CHECK_FALSE(guard[0].has_second_side);
  CHECK(guard[0].instructions[1] == 0);
  CHECK(guard[0].side_lost[1] == 0);
  CHECK(guard[0].lost == 24 * guard[0].instructions[0]);
  check_sums(found.warps[1]);
}

TEST_CASE("divergence: lanes that return early are distinguished from lanes that wait") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  a[i] = i;
  a[i] += 1;
})",
                                            "--grid 1 --block 32 --arg a=int[32]:zero --arg n=20");
  const WarpDivergence& warp = found.warps.front();
  check_sums(warp);
  const std::vector<Fork> returned = parted(warp, ForkKind::kReturn);
  REQUIRE(returned.size() == 1);
  CHECK(returned[0].lost == warp.slots.exited);
  CHECK(warp.slots.exited % 12 == 0);
  CHECK(warp.slots.exited > warp.slots.waiting);
  CHECK(warp.stretches.back().exited == 0xfff00000);
}

TEST_CASE("divergence: lanes that are no threads of the block are counted apart") {
  const whatif::Divergence found = followed(R"(
__global__ void k(int* a) { a[threadIdx.x] = 1; })",
                                            "--grid 1 --block 40 --arg a=int[40]:zero");
  const WarpDivergence& last = found.warps.at(1);
  check_sums(last);
  CHECK(last.present == 0xff);
  CHECK(last.slots.absent == 24 * last.instructions);
  CHECK(last.slots.waiting == 0);
  CHECK(found.slots().absent == last.slots.absent);
}

TEST_CASE("divergence: steps are those of the recording, across a barrier, in a later block") {
  auto run = test::must_run(R"(
__global__ void k(int* a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x % 2) a[threadIdx.x] = s[63 - threadIdx.x];
})",
                            "--grid 3 --block 64 --arg a=int[64]:iota", {2, 0, 0});
  const base::Checked<whatif::Divergence> found = whatif::follow_divergence(*run);
  REQUIRE(found.ok());
  CHECK(found->block == trace::BlockId{2, 0, 0});
  for (uint32_t warp = 0; warp < 2; ++warp) {
    for (const observe::Stretch& stretch : found->warps[warp].stretches) {
      if (stretch.mask != 0xaaaaaaaa || stretch.step >= run->recording->size()) continue;
      const trace::Access access = run->recording->at(stretch.step);
      if (access.warp == warp) CHECK(access.mask == 0xaaaaaaaa);
    }
  }
}

TEST_CASE("divergence: a launch that took turns says why it is not shown") {
  auto run = test::must_run(R"(
__global__ void k(int* a) { a[threadIdx.x] = 1; })",
                            "--grid 1 --block 64 --arg a=int[64]:zero --schedule round-robin");
  const base::Checked<whatif::Divergence> found = whatif::follow_divergence(*run);
  REQUIRE_FALSE(found.ok());
  CHECK(found.error().front().message.find("by turns") != std::string::npos);
}
