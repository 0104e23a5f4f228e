#include "sim/host/launch_trial.hpp"

#include <algorithm>

#include "sim/code/program.hpp"
#include "sim/host/executed.hpp"
#include "sim/host/repeated_launches.hpp"

namespace warplens::host {

namespace {

constexpr uint64_t kTriedBlocks = 4;

bool has_atomics(const code::Program& program) {
  return std::any_of(program.sites.begin(), program.sites.end(), [](const code::AccessSite& site) {
    return site.operation == code::Operation::kAtomic;
  });
}

// What so many blocks take by turns, if that leaves other memory than one after another; else 0.
base::Sliced<uint64_t> steps_by_turns(std::shared_ptr<const machine::GridContext> context,
                                      const machine::GlobalMemory& memory, uint64_t blocks) {
  machine::GridOptions options;
  options.step_limit = WarpOrders::kMostTried;
  options.end_block = blocks;
  options.threads = 1;
  machine::GlobalMemory in_order = memory, by_turns = memory;
  for (machine::GlobalMemory* one : {&in_order, &by_turns}) one->set_budget(nullptr);
  const machine::GridEnd first = co_await executed(context, in_order, nullptr, options);
  if (first.reason != machine::StopReason::kDone) co_return 0;
  options.scheduling.emplace();
  options.scheduling->schedule.order = launch::Order::kRoundRobin;
  options.scheduling->schedule.resident = static_cast<uint32_t>(blocks);
  const machine::GridEnd end = co_await executed(context, by_turns, nullptr, options);
  const bool differs = end.reason == machine::StopReason::kDone && !is_equal(in_order, by_turns);
  co_return differs ? std::max<uint64_t>(end.steps / blocks, 1) : 0;
}

}  // namespace

base::Sliced<bool> WarpOrders::matters(std::shared_ptr<const machine::GridContext> context,
                                       const machine::GlobalMemory& memory, uint32_t resident) {
  const uint64_t blocks = std::min<uint64_t>({context->grid.count(), resident, kTriedBlocks});
  if (blocks == 0 || blocks * context->warps_per_block() < 2) co_return false;
  auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& one) {
    return one.program == context->program && one.block == context->block;
  });
  if (known == known_.end()) {
    uint64_t steps = 0;
    if (!has_atomics(*context->program)) steps = co_await steps_by_turns(context, memory, blocks);
    known = known_.insert(known_.end(), {context->program, context->block, steps});
  }
  const uint64_t of_block = known->steps_of_block;
  co_return of_block != 0 && context->grid.count() <= kMostByTurns / of_block;
}

}  // namespace warplens::host
