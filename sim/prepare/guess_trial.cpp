#include "sim/prepare/guess_trial.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "sim/machine/grid.hpp"
#include "sim/prepare/guess.hpp"

namespace warplens::prepare {
namespace {

// Notes accesses out of bounds, and nothing else.
class Reach : public trace::Observer {
 public:
  explicit Reach(const machine::GlobalMemory& memory) : memory_(memory) {}

  void access(const trace::WarpAccess& access) override {
    for (uint32_t lanes = access.out_of_bounds; lanes != 0; lanes &= lanes - 1) {
      const uint64_t address = (*access.addresses)[static_cast<size_t>(std::countr_zero(lanes))];
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
    mistakes_ += trace::lane_count(mask);
  }

  Trial finish() {
    Trial trial{{}, std::move(needed_), mistakes_};
    for (uint32_t i = 0; i < memory_.array_count(); ++i)
      trial.bytes[memory_.array(i).name] = memory_.array(i).bytes.size();
    return trial;
  }

 private:
  const machine::GlobalMemory& memory_;
  std::map<std::string, uint64_t> needed_;
  uint64_t mistakes_ = 0;
};

}  // namespace

base::Checked<Trial> try_launch(const Compiled& compiled, const Request& request) {
  Earlier earlier;
  base::Checked<BoundLaunch> bound = bind_launch(compiled, request, earlier);
  if (!bound.ok()) return base::fail(bound.error());
  Reach reach(bound->memory);
  machine::GridOptions options;
  options.step_limit = kTrialSteps;
  machine::run_grid(bound->context, bound->memory, &reach, options, request.cancelled);
  return reach.finish();
}

}  // namespace warplens::prepare
