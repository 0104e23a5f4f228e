#include "compare.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "lane_machine.hpp"
#include "sim/machine/grid/grid.hpp"

namespace warplens::oracle {

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
    one.layout = access.layout;
    one.value_mask = access.value_mask;
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((access.mask >> lane) & 1) one.addresses[lane] = (*access.addresses)[lane];
    }
    if (access.source != nullptr) {
      one.source_mask = access.source->mask;
      one.source_out_of_bounds = access.source->out_of_bounds;
      for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
        if ((one.source_mask >> lane) & 1)
          one.source_addresses[lane] = (*access.source->addresses)[lane];
      }
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

}  // namespace

Verdict compare(const run::Run& run, uint64_t step_limit, std::string& why) {
  auto context = std::make_shared<machine::GridContext>(*run.context);
  context->grid = {std::min(context->grid.x, 2u), std::min(context->grid.y, 2u), 1};
  machine::GlobalMemory real = *run.memory_before_block->get(), naive = real;
  Listener listener;
  machine::GridOptions options;
  options.step_limit = step_limit;
  if (machine::run_grid(context, real, &listener, options).reason != machine::StopReason::kDone)
    return Verdict::kTooLong;
  LaneMachine lanes(*context, naive, step_limit * trace::kWarpSize);
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

}  // namespace warplens::oracle
