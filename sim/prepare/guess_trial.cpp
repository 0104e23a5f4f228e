#include "sim/prepare/guess_launch.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "sim/machine/grid/grid.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/guess.hpp"

namespace warplens::prepare {
namespace {

constexpr uint64_t kMostGuessedShared = uint64_t{48} << 10;  // [bytes] that need no opting in

}  // namespace

// Notes accesses out of bounds, and nothing else.
class Reach : public trace::Observer {
 public:
  // grows_shared: more dynamic shared memory may be given.
  Reach(const machine::GlobalMemory& memory, bool grows_shared)
      : memory_(memory), grows_shared_(grows_shared) {}

  void access(const trace::WarpAccess& access) override {
    accesses_ += trace::lane_count(access.mask);
    for (uint32_t lanes = access.out_of_bounds; lanes != 0; lanes &= lanes - 1) {
      const uint64_t address = (*access.addresses)[static_cast<size_t>(std::countr_zero(lanes))];
      if (access.space == trace::Space::kShared && grows_shared_ &&
          address + access.bytes <= kMostGuessedShared) {
        shared_needed_ = std::max(shared_needed_, address + access.bytes);
        continue;
      }
      const std::optional<uint32_t> array =
          access.space == trace::Space::kGlobal ? memory_.array_at(address) : std::nullopt;
      const uint64_t start = array ? memory_.address_of(*array) : 0;
      const uint64_t end = address - start + access.bytes;
      if (!array || address < start || end > kMostGuessedBytes) {
        ++mistakes_;
        continue;
      }
      uint64_t& needed = needed_[memory_.array(*array).name];
      needed = std::max(needed, end);
    }
  }
  void local_fault(const trace::LocalFault& fault) override {
    mistakes_ += trace::lane_count(fault.mask);
  }
  void lane_event(uint32_t, trace::LaneEvent event, uint32_t, uint32_t mask) override {
    if (event == trace::LaneEvent::kAbsentSource) return;
    failed_ += trace::lane_count(mask);
  }

  Trial finish() {
    constexpr uint64_t kFew = 16;  // one of so many accesses
    Trial trial{{}, std::move(needed_), shared_needed_, 0, mistakes_ + failed_, false, true, {}};
    trial.has_few_mistakes = failed_ == 0 && mistakes_ * kFew < std::max<uint64_t>(accesses_, 1);
    for (uint32_t i = 0; i < memory_.array_count(); ++i)
      trial.bytes[memory_.array(i).name] = memory_.array(i).bytes.size();
    return trial;
  }

 private:
  const machine::GlobalMemory& memory_;
  const bool grows_shared_;
  std::map<std::string, uint64_t> needed_;
  uint64_t shared_needed_ = 0, mistakes_ = 0, accesses_ = 0;
  uint64_t failed_ = 0;  // lanes that failed an assertion or trapped
};

class LaunchTrial::Work {
 public:
  Work(const Compiled& compiled, const Request& request)
      : compiled_(compiled), request_(request), ahead_(compiled, request, earlier_) {
    options_.step_limit = kTrialSteps;
  }

  base::Progress advance(base::Slice& slice) {
    constexpr uint64_t kPriceOfStep = 2;  // somebody hears its accesses
    if (grid_ == nullptr) {
      if (ahead_.advance(slice) == base::Progress::kMore || slice.is_over())
        return base::Progress::kMore;
      bind();
      slice.spend(base::Slice::kUsual);
    }
    while (grid_ != nullptr && !has_ended_) {
      if (slice.is_over()) return base::Progress::kMore;
      base::Slice own(std::max<uint64_t>(1, slice.left() / kPriceOfStep), slice.cancelled());
      const uint64_t before = own.left();
      has_ended_ = grid_->advance(own) == base::Progress::kDone;
      slice.spend(kPriceOfStep * (before - own.left()));
    }
    return base::Progress::kDone;
  }

  base::Checked<Trial> take() {
    if (!bound_->ok()) return base::fail(bound_->error());
    Trial trial = reach_->finish();
    trial.is_cut = grid_->end().reason == machine::StopReason::kStepLimit;
    const code::Program& program = *(*bound_)->program;
    trial.static_shared = program.static_shared_bytes;
    for (const code::GlobalVariable& global : program.globals) {
      const std::string& name = global.variable->name;
      const bool is_filled =
          global.variable->has_initializer || find_argument(request_.launch, name) != nullptr;
      if (global.is_constant && !is_filled) trial.unfilled.push_back("'" + name + "'");
    }
    return trial;
  }

 private:
  void bind() {
    bound_ = bind_launch(compiled_, request_, earlier_);
    if (!bound_->ok()) return;
    BoundLaunch& bound = **bound_;
    reach_.emplace(bound.memory, bound.program->kernel->dynamic_shared != nullptr);
    grid_ = machine::begin_grid(bound.context, bound.memory, &*reach_, options_);
  }

  const Compiled& compiled_;
  const Request& request_;
  Earlier earlier_;
  ArraysAhead ahead_;
  machine::GridOptions options_;
  std::optional<base::Checked<BoundLaunch>> bound_;
  std::optional<Reach> reach_;
  std::unique_ptr<machine::GridRun> grid_;
  bool has_ended_ = false;
};

LaunchTrial::LaunchTrial(const Compiled& compiled, const Request& request)
    : work_(std::make_unique<Work>(compiled, request)) {}

LaunchTrial::~LaunchTrial() = default;

base::Progress LaunchTrial::advance(base::Slice& slice) {
  return work_->advance(slice);
}

base::Checked<Trial> LaunchTrial::take() {
  return work_->take();
}

}  // namespace warplens::prepare
