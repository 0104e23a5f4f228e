// Any moment of a recorded block equals what a fresh execution finds there, whichever way it is
// reached.
#include "sim/replay/replay.hpp"
#include "sim/machine/block.hpp"

#include <doctest/doctest.h>

#include <random>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// Kernels with divergent loops, atomics, in-place updates of global memory and several warps.
const char* const kDivergent = R"(
__global__ void work(int* data, float* sums, int n) {
  __shared__ int box[96];
  int scratch[4];
  int t = threadIdx.x;
  box[t] = 0;
  for (int i = 0; i < t % 7; ++i) {
    if (i == 4) continue;
    scratch[i & 3] = data[(t * 5 + i) % n];
    data[(t * 5 + i) % n] = scratch[i & 3] + i;
    box[(t + i) % 96] += scratch[i & 3];
  }
  __syncthreads();
  atomicAdd(&box[t % 8], t);
  atomicAdd(&sums[t % 3], 0.5f);
  __syncthreads();
  while (box[t] > 0 && box[t] % 3 != 0) {
    box[t] -= 1;
    data[t] = data[t] * 2 + 1;
  }
  if (t > 50) return;
  data[n - 1 - t] ^= box[95 - t];
})";

// A double buffer that asynchronous copies fill.
const char* const kDoubleBuffer = R"(
__global__ void pipeline(float* out, const float* in, int tiles) {
  __shared__ __align__(16) float tile[2][128];
  int t = threadIdx.x;
  float sum = 0;
#define COPY(i) warplens_cp_async((unsigned)__cvta_generic_to_shared(&tile[(i) & 1][4 * t]), \
                                  in + (i) * 128 + 4 * t, 16, 16, 1)
  if (t < 32) COPY(0);
  warplens_cp_async_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles && t < 32) COPY(i + 1);
    warplens_cp_async_commit();
    warplens_cp_async_wait(1);
    __syncthreads();
    sum += tile[i & 1][t] + tile[i & 1][127 - t];
    __syncthreads();
  }
  out[t] = sum;
})";
const char* const kOfDoubleBuffer =
    "--grid 1 --block 64 --arg out=float[64]:zero --arg in=float[640]:iota --arg tiles=5";

bool equal(const machine::WarpState& a, const machine::WarpState& b) {
  return a.status == b.status && a.pc == b.pc && a.mask == b.mask && a.present == b.present &&
         a.pending == b.pending && a.masks == b.masks && a.registers == b.registers &&
         a.local == b.local;
}

bool equal(const machine::BlockRun& a, const machine::BlockRun& b) {
  if (a.current_warp() != b.current_warp() || a.shared() != b.shared() ||
      a.copies().pending() != b.copies().pending())
    return false;
  for (size_t i = 0; i < a.warps().size(); ++i) {
    if (!equal(a.warps()[i], b.warps()[i])) return false;
  }
  return true;
}

bool equal(const machine::GlobalMemory& a, const machine::GlobalMemory& b) {
  for (uint32_t i = 0; i < a.array_count(); ++i) {
    if (a.array(i).bytes != b.array(i).bytes) return false;
  }
  return a.array_count() == b.array_count();
}

// The oracle: the block executed from its beginning, one access after the other.
struct Fresh {
  machine::GlobalMemory memory;
  machine::BlockRun block;

  Fresh(const run::Run& run, uint32_t step)
      : memory(*run.memory_before_block->get()), block(run.context, run.recording->block, false) {
    uint64_t budget = 100'000'000;
    for (uint32_t i = 0; i <= step; ++i) block.run(memory, nullptr, budget, true);
  }
};

void walk(const std::shared_ptr<const run::Run>& run, int moves, replay::ReplayBudget budget = {}) {
  REQUIRE(run->recording != nullptr);
  const uint32_t size = run->recording->size();
  REQUIRE(size > 0);
  replay::Replay replay(run, budget);
  std::mt19937 random(11);
  uint32_t step = 0;
  for (int move = 0; move < moves; ++move) {
    const uint32_t kind = static_cast<uint32_t>(random() % 4);
    if (kind == 0) step = static_cast<uint32_t>(random() % (size + 1));
    if (kind == 1 && step > 0) --step;
    if (kind == 2 && step < size) ++step;
    if (kind == 3) step = step > 20 ? step - 20 : size;
    replay.go_to(step);
    REQUIRE(replay.step() == step);
    const Fresh fresh(*run, step);
    CAPTURE(step);
    REQUIRE(equal(replay.block(), fresh.block));
    REQUIRE(equal(replay.memory(), fresh.memory));
  }
  replay.go_to(size);
  if (run->context->grid.count() == 1) CHECK(equal(replay.memory(), *run->memory_after->get()));
}

}  // namespace

TEST_CASE("replay: a random walk through a divergent kernel equals fresh runs") {
  walk(test::must_run(
           kDivergent,
           "--grid 1 --block 96 --arg data=int[200] --arg sums=float[3]:zero --arg n=200"),
       150);
}

TEST_CASE("replay: checkpoints that are thinned and a journal that is cut change nothing") {
  const auto run = test::must_run(
      kDivergent, "--grid 1 --block 96 --arg data=int[200] --arg sums=float[3]:zero --arg n=200");
  walk(run, 60, {100'000, 64 << 20});
  walk(run, 60, {64 << 20, 40 * sizeof(machine::UndoEntry)});
  walk(run, 60, {0, 0});
}

TEST_CASE("replay: a later block starts from the memory that it found") {
  walk(
      test::must_run(kDivergent,
                     "--grid 3 --block 70 --arg data=int[200] --arg sums=float[3]:zero --arg n=200",
                     {1, 0, 0}),
      60);
}

TEST_CASE("replay: tiles, transposes, reductions and histograms, forwards and backwards") {
  const std::string product =
      "--kernel product_in_turned_tiles -D SIDE=8 --grid 2,2 --block 8,8 --arg left=float[16][16] "
      "--arg right=float[16][16] --arg out=float[16][16]:zero --arg rows=16 --arg inner=16 "
      "--arg columns=16";
  walk(test::must_run(test::kernel_text("table/products.cu"), product, {1, 1, 0}), 60);
  for (const char* name :
       {"break_and_continue", "bytes_and_shorts", "compound_on_memory", "early_exit_then_barrier",
        "histogram", "local_arrays", "pointer_walk", "reduce_interleaved", "switch_fall_through"}) {
    CAPTURE(name);
    walk(test::must_run_file("measured/" + std::string(name) + ".cu"), 40);
  }
}

TEST_CASE("replay: copies that are in flight") {
  const auto run = test::must_run(kDoubleBuffer, kOfDoubleBuffer);
  walk(run, 60);
  replay::Replay replay(run);
  uint32_t in_flight = 0;
  for (uint32_t step = 0; step <= run->recording->size(); ++step) {
    replay.go_to(step);
    if (!replay.block().copies().is_empty()) ++in_flight;
  }
  CHECK(in_flight == 1);  // before the second copy: each other is waited for before the next access

  // As late as they may, they are in flight while the tile before theirs is read.
  const auto late =
      test::must_run(kDoubleBuffer, std::string(kOfDoubleBuffer) + " --schedule adversarial");
  REQUIRE(late->turns.has_value());
  CHECK(test::floats_of(*late, "out") == test::floats_of(*run, "out"));
  replay::Replay walked(late);
  const uint32_t size = late->recording->size();
  std::mt19937 random(5);
  uint32_t late_in_flight = 0;
  for (int move = 0; move < 40; ++move) {
    const auto step = static_cast<uint32_t>(random() % (size + 1));
    walked.go_to(step);
    replay::Replay fresh(late);
    fresh.go_to(step);
    CAPTURE(step);
    REQUIRE(equal(walked.block(), fresh.block()));
    REQUIRE(equal(walked.memory(), fresh.memory()));
    if (!walked.block().copies().is_empty()) ++late_in_flight;
  }
  CHECK(late_in_flight > 20);
  walked.go_to(size);
  CHECK(equal(walked.memory(), *late->memory_after->get()));
}

TEST_CASE("replay: every step has the accesses' own warp at its access") {
  const auto run = test::must_run(
      kDivergent, "--grid 1 --block 96 --arg data=int[200] --arg sums=float[3]:zero --arg n=200");
  replay::Replay replay(run);
  for (uint32_t step = run->recording->size(); step-- > 0;) {
    replay.go_to(step);
    const trace::AccessHead& head = run->recording->heads[step];
    REQUIRE(replay.block().current_warp() == head.warp);
    const uint32_t pc = replay.block().warps()[head.warp].pc;
    REQUIRE(run->program->sites_of[pc] == head.site);
  }
}

TEST_CASE("replay: a block that hit the step limit can be looked at up to where it got") {
  const auto run =
      test::must_run("__global__ void stuck(int* a) { a[threadIdx.x] = 1; for (int i = 0;;) ++i; }",
                     "--grid 1 --block 32 --arg a=int[32] --step-limit 3000000");
  CHECK(run->ending == run::Ending::kStepLimit);
  REQUIRE(run->recording != nullptr);
  REQUIRE(run->recording->size() == 1);
  replay::Replay replay(run);
  replay.go_to(1);
  CHECK(replay.memory().array(0).bytes[4] == std::byte{1});
  replay.go_to(0);
  CHECK(equal(replay.memory(), *run->memory_before_block->get()));
}

TEST_CASE("replay: a block without accesses has one moment, its end") {
  const auto run = test::must_run("__global__ void f(int n) { int i = n; while (i > 0) --i; }",
                                  "--grid 1 --block 32 --arg n=9");
  replay::Replay replay(run);
  replay.go_to(5);
  CHECK(replay.step() == 0);
  CHECK(replay.block().warps()[0].status == machine::WarpState::Status::kEnded);
  for (const replay::VariableValue& value : replay::thread_variables(*run, replay, 0, 3)) {
    CHECK_FALSE(value.in_scope);
  }
}
