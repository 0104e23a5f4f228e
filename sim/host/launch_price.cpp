#include "sim/host/launch_trial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "sim/machine/grid/grid.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::host {

namespace {

constexpr uint64_t kSampledSteps = 20'000;  // of a block, at most

// Work of what a warp does, in units of LaunchPrice; measured on a core of a server.
constexpr uint64_t kOfStep = 6, kOfStepWithLocalArrays = 20;
constexpr uint64_t kOfAccess = 60, kOfNearLine = 35, kOfFarLine = 110;
constexpr uint64_t kOfAtomicLane = 55, kOfStrayLane = 200;

// What a processor's caches do to a block's accesses of global memory: a line that was touched
// lately is near.
class Caches : public trace::Observer {
 public:
  void access(const trace::WarpAccess& access) override {
    access.for_each_side([this](const trace::WarpAccess& side) { note(side); });
  }
  uint64_t work() const { return work_; }

 private:
  static constexpr size_t kLines = 4096;
  static constexpr uint64_t kLineBytes = 64;

  void note(const trace::WarpAccess& side) {
    if (side.space == trace::Space::kHost) return;
    work_ += kOfAccess;
    work_ += kOfStrayLane * trace::lane_count(side.out_of_bounds);
    if (side.space != trace::Space::kGlobal) return;
    if (side.operation == trace::Operation::kAtomic)
      work_ += kOfAtomicLane * trace::lane_count(side.mask);
    uint64_t last = ~uint64_t{0};
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if (((side.mask & ~side.out_of_bounds) >> lane & 1) == 0) continue;
      const uint64_t line = side.addresses.of(lane) / kLineBytes;
      if (line == last) continue;
      last = line;
      uint64_t& kept = lines_[line % kLines];
      work_ += kept == line ? kOfNearLine : kOfFarLine;
      kept = line;
    }
  }

  std::array<uint64_t, kLines> lines_{};
  uint64_t work_ = 0;
};

LaunchPrice sampled(const std::shared_ptr<const machine::GridContext>& context,
                    const machine::GlobalMemory& memory) {
  const uint64_t blocks = context->grid.count();
  uint64_t steps = 0, extra = 0, accesses = 0, sampled = 0;
  for (const uint64_t block : {uint64_t{0}, blocks / 2}) {
    if (sampled != 0 && block == 0) break;
    machine::GlobalMemory copy = memory;
    copy.set_budget(nullptr);
    Caches caches;
    machine::GridOptions options;
    options.step_limit = kSampledSteps;
    options.first_block = block;
    options.end_block = block + 1;
    const machine::GridEnd end = machine::run_grid(context, copy, &caches, options);
    steps += end.steps;
    extra += end.extra_work;
    accesses += caches.work();
    ++sampled;
  }
  steps = std::max<uint64_t>(steps, 1);
  const bool has_local = !context->program->local_arrays.empty();
  LaunchPrice price;
  price.per_step = (has_local ? kOfStepWithLocalArrays : kOfStep) * LaunchPrice::kParts +
                   (extra + accesses) * LaunchPrice::kParts / steps;
  price.per_step_of_blocks = price.per_step + sampled * machine::set_up_price(*context) *
                                                  LaunchPrice::kOfSetUp * LaunchPrice::kParts /
                                                  steps;
  return price;
}

}  // namespace

uint64_t LaunchPrice::steps_for(uint64_t work) const {
  const bool is_large = work > std::numeric_limits<uint64_t>::max() / kParts;
  return std::max<uint64_t>(
      is_large ? work / per_step_of_blocks * kParts : work * kParts / per_step_of_blocks, 1);
}

uint64_t LaunchPrice::of(const machine::GridEnd& end) const {
  return kLaunch + end.steps * per_step / kParts + end.set_up * kOfSetUp;
}

LaunchPrice LaunchPrices::of(const std::shared_ptr<const machine::GridContext>& context,
                             const machine::GlobalMemory& memory) {
  const auto [known, is_new] = known_.try_emplace(
      {context->program.get(), context->block.count(), std::bit_width(context->grid.count())});
  if (is_new) known->second = sampled(context, memory);
  return known->second;
}

}  // namespace warplens::host
