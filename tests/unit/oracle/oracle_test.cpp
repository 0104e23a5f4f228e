// The warp machine against the naive lane-at-a-time one (lane_machine.hpp): the same bytecode,
// launch and memory must give the same arrays and the same accesses, each with its lanes and
// addresses.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "../engine/support.hpp"
#include "generator.hpp"
#include "lane_machine.hpp"
#include "sim/machine/grid.hpp"

using namespace warplens;
using oracle::LaneMachine;
using oracle::SeenAccess;

namespace {

class Listener : public trace::Observer {
 public:
  void block_begins(trace::BlockId block) override { block_ = block; }
  void access(const trace::WarpAccess& access) override {
    SeenAccess one;
    one.block = block_;
    one.warp = access.warp;
    one.site = access.site;
    one.space = access.space;
    one.operation = access.operation;
    one.bytes = access.bytes;
    one.mask = access.mask;
    one.out_of_bounds = access.out_of_bounds;
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((access.mask >> lane) & 1) one.addresses[lane] = (*access.addresses)[lane];
    }
    accesses.push_back(one);
  }
  std::vector<SeenAccess> accesses;

 private:
  trace::BlockId block_;
};

std::string text_of(const SeenAccess& access, const code::Program& program) {
  const code::AccessSite& site = program.sites[access.site];
  std::string text = "warp " + std::to_string(access.warp) + " '" +
                     std::string(program.unit->file.slice(site.span)) + "' mask " +
                     std::to_string(access.mask) + " lanes";
  for (const uint64_t address : access.addresses) text += " " + std::to_string(address);
  return text;
}

// At most this many warp instructions of the real machine: a lane's step costs much more.
constexpr uint64_t kStepLimit = 400'000;

enum class Verdict { kSame, kDifferent, kTooLong };

Verdict compare(const engine::Run& run, std::string& why) {
  auto context = std::make_shared<machine::GridContext>(*run.context);
  context->grid = {std::min(context->grid.x, 2u), std::min(context->grid.y, 2u), 1};
  machine::GlobalMemory real = *run.memory_before_block, naive = real;
  Listener listener;
  machine::GridOptions options;
  options.step_limit = kStepLimit;
  if (machine::run_grid(context, real, {&listener}, options).reason != machine::StopReason::kDone)
    return Verdict::kTooLong;
  LaneMachine lanes(*context, naive, kStepLimit * trace::kWarpSize);
  lanes.run();
  if (!lanes.is_complete()) {
    why = "the naive machine did not come to an end";
    return Verdict::kDifferent;
  }
  const size_t common = std::min(listener.accesses.size(), lanes.accesses().size());
  for (size_t i = 0; i < common; ++i) {
    if (listener.accesses[i] == lanes.accesses()[i]) continue;
    why = "access " + std::to_string(i) + ": " + text_of(listener.accesses[i], *context->program) +
          "\n  naive: " + text_of(lanes.accesses()[i], *context->program);
    return Verdict::kDifferent;
  }
  if (listener.accesses.size() != lanes.accesses().size()) {
    why = std::to_string(listener.accesses.size()) + " accesses, naive " +
          std::to_string(lanes.accesses().size());
    return Verdict::kDifferent;
  }
  for (uint32_t i = 0; i < real.array_count(); ++i) {
    if (real.array(i).bytes == naive.array(i).bytes) continue;
    why = "array " + real.array(i).name + " differs";
    return Verdict::kDifferent;
  }
  return Verdict::kSame;
}

void check_random(uint32_t first_seed, uint32_t count, bool uses_functions) {
  uint32_t compared = 0;
  for (uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    const std::string text = oracle::random_kernel(seed, uses_functions);
    CAPTURE(seed);
    CAPTURE(text);
    const std::string block = seed % 3 == 0 ? "16,6" : seed % 3 == 1 ? "45" : "64";
    const auto run = test::must_run(
        text, "--grid 2 --block " + block +
                  " --arg out=int[1024]:zero --arg in=int[512]:random=" + std::to_string(seed) +
                  " --arg wide=float[512]:mod=97 --arg n=" + std::to_string(seed % 40) +
                  " --step-limit 400000");
    std::string why;
    const Verdict verdict = compare(*run, why);
    CHECK_MESSAGE(verdict != Verdict::kDifferent, why);
    compared += verdict == Verdict::kSame ? 1 : 0;
  }
  CHECK(compared > count / 2);
}

}  // namespace

TEST_CASE("oracle: random kernels of plain control flow and shared arrays") {
  check_random(1, 150, false);
}

TEST_CASE("oracle: random kernels with functions, records, vectors and warp functions") {
  check_random(1000, 150, true);
}

TEST_CASE("oracle: the textbook and the measured kernels") {
  uint32_t compared = 0, too_long = 0;
  for (const std::string folder : {"textbook", "measured"}) {
    const std::filesystem::path root = std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/";
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string name = folder + "/" + entry.path().filename().string();
      CAPTURE(name);
      std::string why;
      const Verdict verdict = compare(*test::must_run_file(name), why);
      CHECK_MESSAGE(verdict != Verdict::kDifferent, why);
      compared += verdict == Verdict::kSame ? 1 : 0;
      too_long += verdict == Verdict::kTooLong ? 1 : 0;
    }
  }
  CHECK(compared >= 100);
  CHECK(too_long <= 10);
}
