// Executes launches that prepare.cpp made ready, with the totals and the recorder watching.
#include "sim/engine/run.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/analysis/totals_accumulator.hpp"
#include "sim/base/worker_pool.hpp"
#include "sim/engine/block_starts.hpp"
#include "sim/engine/chunk_log.hpp"
#include "sim/engine/memory_shape.hpp"
#include "sim/engine/prepare.hpp"

namespace warplens::engine {
namespace {

analysis::MemoryLayout layout_of(const machine::GridContext& context,
                                 const machine::GlobalMemory& memory) {
  analysis::MemoryLayout layout;
  static_assert(machine::GlobalMemory::kWindow == uint64_t{1} << 36);
  layout.window_shift = 36;
  for (const code::SharedArray& array : context.program->shared) {
    analysis::ArrayInfo info;
    info.name = array.name;
    info.base = array.offset;
    info.bytes = array.is_dynamic ? context.shared_bytes - array.offset : array.bytes;
    const MemoryShape shape = memory_shape(array.type);
    info.element_bytes = base::size_of(shape.element);
    info.extents = shape.extents;
    if (array.is_dynamic) info.extents = {info.bytes / info.element_bytes};
    layout.shared.push_back(std::move(info));
  }
  for (uint32_t i = 0; i < memory.array_count(); ++i) {
    const machine::GlobalArray& array = memory.array(i);
    layout.global.push_back(
        {array.name, memory.address_of(i), array.bytes.size(), base::size_of(array.element),
         array.extents,
         array.record.empty()
             ? nullptr
             : find_record(*context.program->unit, *context.program->kernel, array.record)});
  }
  for (const code::GlobalVariable& global : context.program->globals) {
    if (!global.is_constant) continue;
    const MemoryShape shape = memory_shape(global.variable->type);
    layout.constant.push_back({global.variable->name, global.offset,
                               lang::size_of(global.variable->type), base::size_of(shape.element),
                               shape.extents});
  }
  return layout;
}

Ending ending_of(machine::StopReason reason) {
  switch (reason) {
    case machine::StopReason::kStepLimit:
      return Ending::kStepLimit;
    case machine::StopReason::kCancelled:
      return Ending::kCancelled;
    case machine::StopReason::kTrapped:
      return Ending::kTrapped;
    case machine::StopReason::kSetUpLimit:
      return Ending::kSetUpLimit;
    case machine::StopReason::kObservers:
      return Ending::kRoundLimit;
    case machine::StopReason::kMemory:
      return Ending::kMemoryLimit;
    case machine::StopReason::kDone:
    case machine::StopReason::kAccess:
      break;
  }
  return Ending::kComplete;
}

// What is left of what a sequence of launches may take together.
struct Allowance {
  uint64_t steps = ~uint64_t{0};
  uint64_t set_up = ~uint64_t{0};
  uint64_t atomic_rounds = ~uint64_t{0};
  uint64_t record_bytes = ~uint64_t{0};
  uint64_t starts_bytes = ~uint64_t{0};
};

uint64_t step_limit_of(const launch::Launch& launch) {
  return launch.step_limit != 0 ? launch.step_limit : kDefaultStepLimit;
}

uint64_t most_rounds_of(const Request& request) {
  return std::max(request.launch.step_limit / 3, request.most_atomic_rounds);
}

uint64_t set_up_limit_of(const launch::Launch& launch) {
  return std::max(launch.step_limit, kDefaultSetUpLimit);
}

uint64_t times(uint64_t limit, uint64_t factor) {
  return limit > ~uint64_t{0} / factor ? ~uint64_t{0} : limit * factor;
}

Allowance allowance_of(const Request& request) {
  const uint64_t steps = step_limit_of(request.launch);
  return {times(steps, kSequenceStepLimits),
          times(set_up_limit_of(request.launch), kSequenceStepLimits),
          times(most_rounds_of(request), kSequenceStepLimits),
          times(request.record_budget, kSequenceRecordBudgets),
          times(request.starts_budget, kSequenceStartsBudgets)};
}

uint32_t threads_of(const launch::Launch& launch) {
  return launch.threads != 0 ? launch.threads
                             : std::min(base::WorkerPool::cores(), launch::kMostThreads);
}

// Why the run did not use the threads it was given, if that is so.
std::optional<OneThread> one_thread(const std::optional<machine::InOrder>& in_order,
                                    const machine::GlobalMemory& memory) {
  if (!in_order) return std::nullopt;
  OneThread why;
  why.first_block = in_order->first_block;
  if (in_order->reason == machine::InOrder::Reason::kCollisions)
    why.array = memory.array(in_order->array).name;
  return why;
}

// The accumulators of Request::also_count.
using Accumulators = std::vector<std::unique_ptr<analysis::TotalsAccumulator>>;

Accumulators also_counted(const Run& run, const Request& request,
                          const analysis::MemoryLayout& layout) {
  const launch::Dim3& block = run.context->block;
  Accumulators all;
  for (const model::Device& device : request.also_count) {
    all.push_back(std::make_unique<analysis::TotalsAccumulator>(
        run.program, layout, std::array{block.x, block.y, block.z}, device));
  }
  return all;
}

// Of a launch, what becomes of its arrays' contents.
struct Keeping {
  bool is_shown = true;  // memory_before_block is pinned
  bool is_last = true;   // no launch follows on the same memory
};

// Executes the bound launch on its memory and fills in what the run found. Reduces the allowance.
void execute(Run& run, const Request& request, const Keeping& keeping,
             machine::GlobalMemory& memory, Allowance& allowance) {
  const machine::GridContext& context = *run.context;
  const analysis::MemoryLayout layout = layout_of(context, memory);
  analysis::TotalsAccumulator totals(
      run.program, layout, {context.block.x, context.block.y, context.block.z}, run.device);
  const Accumulators others = also_counted(run, request, layout);
  trace::Recorder recorder(request.recorded_block, context.warps_per_block(),
                           std::min(request.record_budget, allowance.record_bytes),
                           [&] { return totals.latest_cost(); });
  analysis::PrintLog prints(run.program, {context.block.x, context.block.y, context.block.z});
  std::vector<trace::Observer*> observers{&totals, &prints};  // totals first: recorder asks it
  if (request.record) observers.push_back(&recorder);
  for (const auto& other : others) observers.push_back(other.get());
  std::vector<analysis::TotalsAccumulator*> accumulators{&totals};
  for (const auto& other : others) accumulators.push_back(other.get());
  const auto atomic_rounds = [&] { return most_atomic_rounds(accumulators); };

  const uint64_t blocks = context.grid.count();
  machine::GridOptions options;
  const uint64_t own_limit = step_limit_of(request.launch);
  options.step_limit = std::min(own_limit, allowance.steps);
  options.block_step_limit = request.launch.step_limit != 0 ? own_limit : kBlockStepLimit;
  // A small step limit is no reason to refuse a grid.
  options.set_up_limit = std::min(set_up_limit_of(request.launch), allowance.set_up);
  const uint64_t most_rounds = std::min(most_rounds_of(request), allowance.atomic_rounds);
  options.is_too_much = [&] { return atomic_rounds() > most_rounds; };
  options.cancelled = request.cancelled;
  options.threads = threads_of(request.launch);
  options.chunk_sizes = request.chunk_sizes;
  options.make_chunk_observer = [&] {
    return std::make_unique<ChunkLog>(accumulators, prints, most_rounds);
  };
  if (request.progress) {
    options.progress = [&](uint64_t done) { request.progress(done, blocks); };
  }
  bool is_reached = false;
  if (request.record) {
    options.is_watched = [&](trace::BlockId block) { return block == request.recorded_block; };
    options.before_block = [&](trace::BlockId, const machine::GlobalMemory& before) {
      is_reached = true;
      if (request.keeps_contents)
        run.memory_before_block = request.store->keep(before, keeping.is_shown);
    };
  }
  BlockStartsKeeper starts(blocks, std::min(request.starts_budget, allowance.starts_bytes));
  if (request.starts_budget != 0) {
    options.is_start = [&](uint64_t block) { return starts.is_start(block); };
    options.at_block = [&](uint64_t block, uint64_t steps, const machine::GlobalMemory& before) {
      starts.at_block(block, steps, before);
    };
  }
  const machine::GridEnd end = machine::run_grid(run.context, memory, observers, options);

  run.ending = ending_of(end.reason);
  if (run.ending == Ending::kStepLimit && options.step_limit < own_limit &&
      end.steps == options.step_limit) {
    run.ending = Ending::kSequenceLimit;
  }
  run.steps = end.steps;
  run.set_up = end.set_up;
  allowance.steps -= end.steps;
  allowance.set_up -= end.set_up;
  allowance.atomic_rounds -= std::min(allowance.atomic_rounds, atomic_rounds());
  run.flops = end.flops;
  run.one_thread = one_thread(end.in_order, memory);
  if (is_reached) {
    allowance.record_bytes -= std::min(allowance.record_bytes, recorder.bytes());
    run.costs = std::make_shared<const trace::StepCosts>(recorder.take_costs());
    run.recording = recorder.finish();
  }
  const bool stopped_inside =
      end.reason != machine::StopReason::kDone && end.reason != machine::StopReason::kSetUpLimit;
  run.starts = starts.finish(memory, end.blocks_done + (stopped_inside ? 1 : 0));
  if (run.starts != nullptr)
    allowance.starts_bytes -= std::min(allowance.starts_bytes, run.starts->bytes);
  run.arrays = memory.shapes();
  analysis::Summary summary = totals.finish();
  run.totals = summary.totals;
  run.accesses = std::move(summary.accesses);
  run.findings = std::move(summary.findings);
  run.prints = prints.finish();
  for (size_t i = 0; i < others.size(); ++i) {
    analysis::Summary other = others[i]->finish();
    run.other_counts.push_back({request.also_count[i], other.totals, std::move(other.accesses)});
  }
}

// Binds and executes request.launch alone. `earlier` is replaced by what the launch leaves. The
// request has a store.
base::Checked<std::shared_ptr<const Run>> run_launch(const Compiled& compiled, Request request,
                                                     const Keeping& keeping, Earlier& earlier,
                                                     Allowance& allowance) {
  base::Checked<BoundLaunch> bound = bind_launch(compiled, std::move(request), earlier);
  if (!bound.ok()) return base::fail(bound.error());
  auto result = std::make_shared<Run>();
  result->program = bound->program;
  result->context = bound->context;
  result->device = compiled.device;
  result->warnings = std::move(bound->warnings);
  execute(*result, bound->request, keeping, bound->memory, allowance);
  RunStore& store = *bound->request.store;
  if (keeping.is_last || result->ending != Ending::kComplete) {
    result->memory_after = store.keep(std::move(bound->memory), true);
  } else {
    if (bound->request.keeps_contents) result->memory_after = store.keep(bound->memory, false);
    earlier.memory = std::move(bound->memory);
  }

  result->request = std::move(bound->request);
  result->request.read_file = nullptr;
  result->request.read_include = nullptr;
  result->request.cancelled = nullptr;
  result->request.progress = nullptr;
  result->request.also_count.clear();
  result->request.store = nullptr;
  result->request.file = compiled.unit->file;  // with the texts that it includes
  return std::shared_ptr<const Run>(std::move(result));
}

base::Checked<std::shared_ptr<const Run>> compile_and_run(Request request) {
  if (request.store == nullptr) request.store = std::make_shared<RunStore>();
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Earlier earlier;
  Allowance allowance = allowance_of(request);
  return run_launch(compiled.value(), std::move(request), {}, earlier, allowance);
}

base::Checked<Runs> compile_and_run_all(Request request) {
  if (request.store == nullptr) request.store = std::make_shared<RunStore>();
  if (base::Diagnostics errors = check_launches(request); !errors.empty())
    return base::fail(std::move(errors));
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Allowance allowance = allowance_of(request);
  Runs runs;
  Earlier earlier;
  std::vector<Request> requests = requests_of(request);
  for (size_t i = 0; i < requests.size(); ++i) {
    const Keeping keeping{i == request.shown_launch, i + 1 == requests.size()};
    base::Checked<std::shared_ptr<const Run>> run =
        run_launch(compiled.value(), std::move(requests[i]), keeping, earlier, allowance);
    if (!run.ok()) return base::fail(numbered(run.error(), runs.size()));
    runs.push_back(*run);
    if (runs.back()->ending != Ending::kComplete) break;
  }
  return runs;
}

}  // namespace

base::Checked<std::shared_ptr<const Run>> run(Request request) {
  try {
    return compile_and_run(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

base::Checked<Runs> run_sequence(Request request) {
  try {
    return compile_and_run_all(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

}  // namespace warplens::engine
