// A grid is deterministic: its blocks do the same again from a kept moment on. Only the recorded
// block has an observer, and origins are followed only in it.
#include "sim/whatif/another_run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/machine/grid/grid.hpp"
#include "sim/observe/totals/step_cost.hpp"
#include "sim/run/block_starts.hpp"

namespace warplens::whatif {
namespace {

// How the run's last block ended and has to end again; nothing if that cannot be repeated.
std::optional<machine::StopReason> stop_of(run::Ending ending) {
  switch (ending) {
    case run::Ending::kStepLimit:
    case run::Ending::kSequenceLimit:
    case run::Ending::kWorkLimit:  // the number of steps limits it to the same
      return machine::StopReason::kStepLimit;
    case run::Ending::kTrapped:
      return machine::StopReason::kTrapped;
    case run::Ending::kComplete:
    case run::Ending::kSetUpLimit:
      return machine::StopReason::kDone;
    case run::Ending::kCancelled:
    case run::Ending::kMemoryLimit:
    case run::Ending::kDeadlock:
    case run::Ending::kRunning:
      break;
  }
  return std::nullopt;
}

trace::BlockId inside(trace::BlockId block, const launch::Dim3& grid) {
  return {std::min(block.x, grid.x - 1), std::min(block.y, grid.y - 1),
          std::min(block.z, grid.z - 1)};
}

struct Recorded {
  std::shared_ptr<const run::Run> run;
  uint64_t bytes = 0;  // of the recording
};

std::optional<Recorded> record_block(const run::Run& run, const prepare::Request& wanted,
                                     bool is_shown, prepare::RunStore& store,
                                     uint64_t record_budget) {
  const trace::BlockId block = inside(wanted.recorded_block, run.context->grid);
  const std::optional<machine::StopReason> stop = stop_of(run.ending);
  if (run.starts == nullptr || !stop) return std::nullopt;
  auto result = std::make_shared<run::Run>(run);
  result->request.recorded_block = block;
  result->recording = nullptr;
  result->costs = nullptr;
  result->memory_before_block = nullptr;
  const uint64_t index = trace::index_of(block, run.context->grid_extents());
  if (index >= run.starts->blocks_begun) return Recorded{std::move(result), 0};

  const run::BlockStart& start = *std::prev(std::upper_bound(
      run.starts->kept.begin(), run.starts->kept.end(), index,
      [](uint64_t before, const run::BlockStart& kept) { return before < kept.block; }));
  machine::GlobalMemory memory = start.memory;
  machine::GridOptions options;
  options.first_block = start.block;
  options.end_block = index;
  options.step_limit = ~uint64_t{0};
  const machine::GridEnd before =
      machine::run_grid(run.context, memory, nullptr, options, wanted.cancelled);
  if (before.reason != machine::StopReason::kDone) return std::nullopt;
  result->memory_before_block = store.keep(memory, is_shown);

  const bool is_last = index + 1 == run.starts->blocks_begun;
  const machine::StopReason expected = is_last ? *stop : machine::StopReason::kDone;
  options.first_block = index;
  options.end_block = index + 1;
  if (expected == machine::StopReason::kStepLimit)
    options.step_limit = run.steps - start.steps - before.steps;
  options.is_watched = [](trace::BlockId) { return true; };
  trace::Recorder recorder(block, run.context->warps_per_block(), record_budget);
  const machine::GridEnd end =
      machine::run_grid(run.context, memory, &recorder, options, wanted.cancelled);
  if (end.reason != expected) return std::nullopt;
  const uint64_t bytes = recorder.bytes();
  result->recording = recorder.finish();
  result->costs = std::make_shared<const trace::StepCosts>(
      observe::step_costs(*result->recording, *run.program, run.device));
  return Recorded{std::move(result), bytes};
}

}  // namespace

std::optional<run::Runs> with_block(const run::Runs& runs, const prepare::Request& wanted) {
  const std::shared_ptr<prepare::RunStore> store =
      wanted.store != nullptr ? wanted.store : std::make_shared<prepare::RunStore>();
  run::Runs result;
  uint64_t left = runs.front()->request.record_budget;
  left = left > ~uint64_t{0} / prepare::kSequenceRecordBudgets
             ? ~uint64_t{0}
             : left * prepare::kSequenceRecordBudgets;
  for (const std::shared_ptr<const run::Run>& run : runs) {
    std::optional<Recorded> recorded =
        record_block(*run, wanted, result.size() == wanted.shown_launch, *store,
                     std::min({left, run->request.record_budget, store->kept_limit() / 2}));
    if (!recorded) return std::nullopt;
    left -= std::min(left, recorded->bytes);
    result.push_back(std::move(recorded->run));
  }
  return result;
}

}  // namespace warplens::whatif
