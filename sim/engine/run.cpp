// Executes launches that prepare.cpp made ready, with the totals and the recorder watching.
#include "sim/engine/run.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/analysis/totals_accumulator.hpp"
#include "sim/base/worker_pool.hpp"
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
};

uint64_t step_limit_of(const launch::Launch& launch) {
  return launch.step_limit != 0 ? launch.step_limit : kDefaultStepLimit;
}

uint64_t most_rounds_of(const Request& request) {
  return std::max(step_limit_of(request.launch) / 3, request.most_atomic_rounds);
}

uint64_t times(uint64_t limit, uint64_t factor) {
  return limit > ~uint64_t{0} / factor ? ~uint64_t{0} : limit * factor;
}

Allowance allowance_of(const Request& request) {
  const uint64_t steps = step_limit_of(request.launch);
  return {times(steps, kSequenceStepLimits),
          times(std::max(steps, kDefaultStepLimit), kSequenceStepLimits),
          times(most_rounds_of(request), kSequenceStepLimits),
          times(request.record_budget, kSequenceRecordBudgets)};
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

// Executes the bound launch and fills in what the run found. Reduces the allowance.
void execute(Run& run, const Request& request, machine::GlobalMemory memory, Allowance& allowance) {
  const machine::GridContext& context = *run.context;
  analysis::TotalsAccumulator totals(run.program, layout_of(context, memory),
                                     {context.block.x, context.block.y, context.block.z},
                                     run.device);
  trace::Recorder recorder(request.recorded_block, context.warps_per_block(),
                           std::min(request.record_budget, allowance.record_bytes),
                           [&] { return totals.latest_cost(); });
  analysis::PrintLog prints(run.program, {context.block.x, context.block.y, context.block.z});
  std::vector<trace::Observer*> observers{&totals, &prints};  // totals first: recorder asks it
  if (request.record) observers.push_back(&recorder);

  const uint64_t blocks = context.grid.count();
  machine::GridOptions options;
  const uint64_t own_limit = step_limit_of(request.launch);
  options.step_limit = std::min(own_limit, allowance.steps);
  // A small step limit is no reason to refuse a grid.
  options.set_up_limit = std::min(std::max(own_limit, kDefaultStepLimit), allowance.set_up);
  const uint64_t most_rounds = std::min(most_rounds_of(request), allowance.atomic_rounds);
  options.is_too_much = [&] { return totals.atomic_rounds() > most_rounds; };
  options.cancelled = request.cancelled;
  options.threads = threads_of(request.launch);
  options.chunk_sizes = request.chunk_sizes;
  options.make_chunk_observer = [&] {
    return std::make_unique<ChunkLog>(totals, prints, most_rounds);
  };
  if (request.progress) {
    options.progress = [&](uint64_t done) { request.progress(done, blocks); };
  }
  if (request.record) {
    options.is_watched = [&](trace::BlockId block) { return block == request.recorded_block; };
    options.before_block = [&](trace::BlockId, const machine::GlobalMemory& before) {
      run.memory_before_block = std::make_shared<const machine::GlobalMemory>(before);
    };
  }
  const machine::GridEnd end = machine::run_grid(run.context, memory, observers, options);

  run.ending = ending_of(end.reason);
  if (run.ending == Ending::kStepLimit && options.step_limit < own_limit)
    run.ending = Ending::kSequenceLimit;
  run.steps = end.steps;
  run.set_up = end.set_up;
  allowance.steps -= end.steps;
  allowance.set_up -= end.set_up;
  allowance.atomic_rounds -= std::min(allowance.atomic_rounds, totals.atomic_rounds());
  run.flops = end.flops;
  run.one_thread = one_thread(end.in_order, memory);
  if (run.memory_before_block != nullptr) {
    allowance.record_bytes -= std::min(allowance.record_bytes, recorder.bytes());
    run.costs = std::make_shared<const trace::StepCosts>(recorder.take_costs());
    run.recording = recorder.finish();
  }
  run.memory_after = std::make_shared<const machine::GlobalMemory>(std::move(memory));
  analysis::Summary summary = totals.finish();
  run.totals = summary.totals;
  run.accesses = std::move(summary.accesses);
  run.findings = std::move(summary.findings);
  run.prints = prints.finish();
}

// Binds and executes request.launch alone. `earlier` is replaced by what the launch leaves.
base::Checked<std::shared_ptr<const Run>> run_launch(const Compiled& compiled, Request request,
                                                     Earlier& earlier, Allowance& allowance) {
  base::Checked<BoundLaunch> bound = bind_launch(compiled, std::move(request), earlier);
  if (!bound.ok()) return base::fail(bound.error());
  auto result = std::make_shared<Run>();
  result->program = bound->program;
  result->context = bound->context;
  result->device = compiled.device;
  result->warnings = std::move(bound->warnings);
  execute(*result, bound->request, std::move(bound->memory), allowance);

  result->request = std::move(bound->request);
  result->request.read_file = nullptr;
  result->request.read_include = nullptr;
  result->request.cancelled = nullptr;
  result->request.progress = nullptr;
  result->request.file = compiled.unit->file;  // with the texts that it includes
  return std::shared_ptr<const Run>(std::move(result));
}

base::Checked<std::shared_ptr<const Run>> compile_and_run(Request request) {
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Earlier earlier;
  Allowance allowance = allowance_of(request);
  return run_launch(compiled.value(), std::move(request), earlier, allowance);
}

base::Checked<Runs> compile_and_run_all(const Request& request) {
  if (base::Diagnostics errors = check_launches(request); !errors.empty())
    return base::fail(std::move(errors));
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Allowance allowance = allowance_of(request);
  Runs runs;
  Earlier earlier;
  for (Request& one : requests_of(request)) {
    base::Checked<std::shared_ptr<const Run>> run =
        run_launch(compiled.value(), std::move(one), earlier, allowance);
    if (!run.ok()) return base::fail(numbered(run.error(), runs.size()));
    runs.push_back(*run);
    if (runs.back()->ending != Ending::kComplete) break;
    earlier.memory = *runs.back()->memory_after;
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
    return compile_and_run_all(request);
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

}  // namespace warplens::engine
