// While blocks run, the observers receive what they report; the counts so far can be read at any
// time. What has to be looked at again is executed in between, so that memory is not kept for long.
#include "sim/run/execution.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/worker_pool.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/program_facts.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/hints/hints.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/run/followed_hints.hpp"
#include "sim/run/never_stored.hpp"
#include "sim/run/one_way_branches.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {

observe::MemoryLayout layout_of(const machine::GridContext& context,
                                const machine::GlobalMemory& memory) {
  observe::MemoryLayout layout;
  static_assert(machine::GlobalMemory::kWindow == uint64_t{1} << 36);
  layout.window_shift = 36;
  for (const code::SharedArray& array : context.program->shared) {
    observe::ArrayInfo info;
    info.name = array.name;
    info.base = array.offset;
    info.bytes = array.is_dynamic ? context.shared_bytes - array.offset : array.bytes;
    const prepare::MemoryShape shape = prepare::memory_shape(array.type);
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
         array.struct_name.empty()
             ? nullptr
             : prepare::find_struct(*context.program->unit, *context.program->kernel,
                                    array.struct_name)});
  }
  for (const code::GlobalVariable& global : context.program->globals) {
    if (!global.is_constant) continue;
    const prepare::MemoryShape shape = prepare::memory_shape(global.variable->type);
    layout.constant.push_back({global.variable->name, global.offset,
                               lang::size_of(global.variable->type), base::size_of(shape.element),
                               shape.extents});
  }
  return layout;
}

namespace {

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
      return Ending::kWorkLimit;
    case machine::StopReason::kMemory:
      return Ending::kMemoryLimit;
    case machine::StopReason::kSpins:
    case machine::StopReason::kDeadlock:
      return Ending::kDeadlock;
    case machine::StopReason::kDone:
    case machine::StopReason::kAccess:
      break;
  }
  return Ending::kComplete;
}

uint64_t step_limit_of(const launch::Launch& launch) {
  return launch.step_limit != 0 ? launch.step_limit : prepare::kDefaultStepLimit;
}

uint64_t set_up_limit_of(const launch::Launch& launch) {
  return std::max(launch.step_limit, prepare::kDefaultSetUpLimit);
}

uint64_t times(uint64_t limit, uint64_t factor) {
  return limit > ~uint64_t{0} / factor ? ~uint64_t{0} : limit * factor;
}

uint64_t most_work_of(const prepare::Request& request) {
  return std::max(times(request.launch.step_limit, prepare::kWorkOfStep), request.most_work);
}

uint32_t threads_of(const launch::Launch& launch) {
  return launch.threads != 0 ? launch.threads
                             : std::min(base::WorkerPool::cores(), launch::kMostThreads);
}

// Why the run did not use all its threads; nothing if it did.
std::optional<OneThread> one_thread(const std::optional<machine::InOrder>& in_order,
                                    const machine::GlobalMemory& memory) {
  if (!in_order) return std::nullopt;
  OneThread why;
  why.first_block = in_order->first_block;
  if (in_order->reason == machine::InOrder::Reason::kCollisions)
    why.array = memory.array(in_order->array).name;
  return why;
}

observe::RaceScope race_scope(const Run& run, const machine::GlobalMemory& memory,
                              const prepare::Request& request) {
  observe::RaceScope scope;
  scope.grid = run.context->grid_extents();
  scope.block = run.context->block_extents();
  // The other half is for the recording.
  scope.memory = observe::CheckMemory::of(request.store->kept_limit() / 2);
  scope.cancelled = request.cancelled;
  for (const launch::Argument& argument : run.request.launch.arguments) {
    const auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
    if (array == nullptr || array->fill.kind != launch::FillKind::kNone) continue;
    for (uint32_t i = 0; i < memory.array_count(); ++i) {
      if (memory.array(i).name != argument.name) continue;
      const uint64_t begin = memory.address_of(i);
      scope.unwritten.push_back({begin, begin + memory.array(i).bytes.size()});
    }
  }
  return scope;
}

std::vector<observe::Finding> advice_beside(std::vector<observe::Finding> advice, bool has_error) {
  if (has_error)
    std::erase_if(advice, [](const auto& hint) {
      return hint.kind == observe::FindingKind::kUnneededBarrier;
    });
  return advice;
}

uint64_t bytes_of_arrays(const machine::GlobalMemory& memory) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < memory.array_count(); ++i) bytes += memory.array(i).bytes.size();
  return bytes;
}

bool has_shuffles(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
    return instr.op == code::Op::kShuffle32 || instr.op == code::Op::kShuffle64;
  });
}

}  // namespace

Allowance allowance_of(const prepare::Request& request) {
  const uint64_t steps = step_limit_of(request.launch);
  return {times(steps, prepare::kSequenceStepLimits),
          times(set_up_limit_of(request.launch), prepare::kSequenceStepLimits),
          most_work_of(request), times(request.record_budget, prepare::kSequenceRecordBudgets),
          times(request.starts_budget, prepare::kSequenceStartsBudgets)};
}

Execution::Execution(Run& run, prepare::BoundLaunch& bound, bool pins_memory, Allowance& allowance,
                     std::optional<TurnsWanted> turns)
    : run_(run),
      request_(bound.request),
      memory_(bound.memory),
      pins_memory_(pins_memory),
      allowance_(allowance),
      turns_(std::move(turns)),
      layout_(layout_of(*run.context, memory_)),
      most_work_(std::min(most_work_of(request_), allowance.work)),
      observers_(std::make_unique<observe::Observers>(wanted())),
      recorder_(
          request_.recorded_block, run.context->warps_per_block(),
          std::min({request_.record ? request_.record_budget : prepare::kHintBytes,
                    request_.store->kept_limit() / 2, allowance.record_bytes}),
          [this](const trace::WarpAccess& access) { return observers_->totals.cost_of(access); }),
      has_shuffles_(has_shuffles(*run.program)),
      variables_(request_.launch.checks.unwritten ? code::may_be_read_unwritten(*run.program)
                                                  : std::vector<bool>()),
      starts_(run.context->grid.count(), std::min(request_.starts_budget, allowance.starts_bytes)) {
  keep_start();
  set_grid_options();
  grid_ = machine::begin_grid(run_.context, memory_, &observers_->all(), options_);
}

Execution::~Execution() = default;

observe::Wanted Execution::wanted() const {
  observe::Wanted wanted;
  wanted.program = run_.program;
  wanted.layout = layout_;
  wanted.device = run_.device;
  wanted.other_devices = request_.also_count;
  wanted.checks = request_.launch.checks;
  wanted.scope = race_scope(run_, memory_, request_);
  if (request_.launch.checks.races)
    wanted.scope.never_stored =
        loads_of_never_stored(*run_.context, layout_, wanted.scope.unwritten);
  wanted.most_work = most_work_;
  wanted.extra = request_.extra;
  wanted.blocks_take_turns = turns_.has_value();
  return wanted;
}

base::Progress Execution::advance(base::Slice& slice) {
  for (;;) {
    if (work_.advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    if (has_grid_ended_) return base::Progress::kDone;
    if (grid_->advance(slice) == base::Progress::kDone) {
      has_grid_ended_ = true;
      end_grid();
    } else if (slice.is_over()) {
      return base::Progress::kMore;
    }
  }
}

Outcome Execution::finish() {
  const machine::GridEnd& end = grid_->end();
  note_turns();
  note_counts(run_, true);
  if (branches_) run_.one_way_lines = branches_->lines(run_.accesses);
  reduce_allowance();
  return {end.reason, end.stuck, observers_->checks.earlier_sites()};
}

uint64_t Execution::own_step_limit() const {
  return step_limit_of(request_.launch);
}

void Execution::set_grid_options() {
  options_.step_limit = std::min(own_step_limit(), allowance_.steps);
  options_.block_step_limit =
      request_.launch.step_limit != 0 ? own_step_limit() : prepare::kBlockStepLimit;
  // A small step limit does not limit starting blocks: it never refuses a grid.
  options_.set_up_limit = std::min(set_up_limit_of(request_.launch), allowance_.set_up);
  options_.threads = threads_of(request_.launch);
  options_.chunk_sizes = request_.chunk_sizes;
  if (records() || (follows_unwritten() && !before_grid_)) watch();
  if (records()) options_.watcher = &recorder_;
  if (turns_) {
    set_scheduling();
  } else if (request_.starts_budget != 0) {
    options_.is_start = [this](uint64_t block) { return starts_.is_start(block); };
    options_.at_block = [this](uint64_t block, uint64_t steps,
                               const machine::GlobalMemory& before) {
      starts_.at_block(block, steps, before);
    };
  }
}

void Execution::set_scheduling() {
  options_.scheduling.emplace();
  machine::Scheduling& scheduling = *options_.scheduling;
  scheduling.schedule = turns_->schedule;
  scheduling.is_delayed = turns_->is_delayed;
  if (!request_.record) return;
  foreign_stores_ = std::make_shared<std::vector<machine::ForeignStore>>();
  scheduling.on_foreign_store = [this](const machine::ForeignStore& store) {
    are_foreign_stores_cut_ = foreign_stores_->size() >= kMostForeignStores;
    if (!are_foreign_stores_cut_) foreign_stores_->push_back(store);
  };
}

void Execution::watch() {
  options_.is_watched = [this](trace::BlockId block) { return block == request_.recorded_block; };
  options_.before_block = [this](trace::BlockId, const machine::GlobalMemory& before) {
    if (follows_unwritten() || follows_hints()) before_block_ = before;
    if (!request_.record) return;
    is_reached_ = true;
    if (request_.keeps_contents)
      run_.memory_before_block = request_.store->keep(before, pins_memory_);
  };
  options_.after_block = [this](trace::BlockId block) {
    if (before_block_) look_at_recorded_block(block);
    before_block_.reset();
    if (request_.record) take_recording();
  };
}

void Execution::look_at_recorded_block(trace::BlockId block) {
  if (follows_hints()) {
    work_.add_part(std::make_shared<FollowedHints>(run_.context, *before_block_, block, layout_),
                   [this](const FollowedHints& hints) { followed_hints_ = hints.findings(); });
  }
  if (request_.follows_branches && !turns_) {
    branches_ = std::make_unique<OneWayBranches>(run_.context, *before_block_, block);
    work_.add([this](base::Slice& slice) {
      const base::Progress progress = branches_->advance(slice);
      if (progress == base::Progress::kDone) branches_->forget_memory();
      return progress;
    });
  }
  // Of blocks that take turns, the counts may not be merged yet.
  const observe::Checks& checks = observers_->checks;
  if (follows_unwritten() && (turns_ || !checks.loads_unwritten().empty() ||
                              !checks.absent_sources().empty() || has_unwritten_variables())) {
    work_.add_part(std::make_shared<UnwrittenReads>(run_.context, std::move(*before_block_), block,
                                                    variables_),
                   [this](const UnwrittenReads& reads) {
                     in_recorded_block_ = reads.findings(layout_);
                     if (!before_grid_) unwritten_ = *in_recorded_block_;
                   });
  }
}

// To follow blocks when the grid has ended.
void Execution::keep_start() {
  if (!follows_unwritten() || turns_) return;
  const uint64_t bytes = bytes_of_arrays(memory_);
  const bool has_room = memory_.budget() == nullptr || memory_.budget()->has_room_for(bytes);
  if (bytes <= kMostKeptForUnwritten && has_room) before_grid_ = memory_;
}

void Execution::end_grid() {
  const machine::GridEnd& end = grid_->end();
  run_.ending = ending_of(end.reason);
  if (run_.ending == Ending::kStepLimit && options_.step_limit < own_step_limit() &&
      end.steps == options_.step_limit) {
    run_.ending = Ending::kSequenceLimit;
  }
  if (is_reached_ && run_.recording == nullptr) take_recording();
  const bool stopped_inside =
      end.reason != machine::StopReason::kDone && end.reason != machine::StopReason::kSetUpLimit;
  const uint64_t begun = end.blocks_done + (stopped_inside ? 1 : 0);
  run_.starts = starts_.finish(memory_, begun);
  if (end.reason != machine::StopReason::kCancelled) follow_blocks(begun);
  look_for_hints();
}

// The recorded block, for variables, and for shared memory if it or a block before it loaded
// unwritten bytes; and blocks that loaded others than the blocks before them.
void Execution::follow_blocks(uint64_t begun) {
  if (!before_grid_) return;
  const trace::BlockId grid = run_.context->grid_extents();
  const uint64_t recorded = trace::index_of(request_.recorded_block, grid);
  bool follows_recorded = has_unwritten_variables();
  std::vector<FollowedBlock> blocks;
  const auto add = [&](trace::BlockId block) {
    const uint64_t index = trace::index_of(block, grid);
    const bool is_there = std::any_of(blocks.begin(), blocks.end(),
                                      [&](const FollowedBlock& one) { return one.index == index; });
    if (index != recorded && index < begun && !is_there) blocks.push_back({index, block, {}});
    return index;
  };
  for (const auto& loads : observers_->checks.loads_unwritten())
    follows_recorded = add(loads.block) <= recorded || follows_recorded;
  for (const auto& absent : observers_->checks.absent_sources())
    follows_recorded = add(absent.block) <= recorded || follows_recorded;
  if (follows_recorded && recorded < begun)
    blocks.push_back({recorded, request_.recorded_block, std::move(in_recorded_block_)});
  work_.add_part(std::make_shared<UnwrittenInBlocks>(run_.context, std::move(*before_grid_),
                                                     std::move(blocks), layout_, variables_),
                 [this](const UnwrittenInBlocks& reads) { unwritten_ = reads.findings(); });
  before_grid_.reset();
}

bool Execution::follows_unwritten() const {
  return request_.launch.checks.unwritten &&
         (!run_.program->shared.empty() || has_unwritten_variables() || has_shuffles_);
}

bool Execution::has_unwritten_variables() const {
  return std::find(variables_.begin(), variables_.end(), true) != variables_.end();
}

// On the run's device and the others whose totals are counted.
void Execution::look_for_hints() {
  if (!request_.launch.checks.hints) return;
  hinted_ = request_.record ? run_.recording : recorder_.finish();
  look_for_hints_on(run_.device);
  for (const model::Device& device : request_.also_count) look_for_hints_on(device);
}

void Execution::look_for_hints_on(const model::Device& device) {
  const trace::BlockId extent = run_.context->block_extents();
  const auto add = [this, extent](std::vector<observe::Finding> of_recording) {
    std::vector<observe::Finding> found = observe::launch_hints(*run_.program, extent);
    found.insert(found.end(), of_recording.begin(), of_recording.end());
    found.insert(found.end(), followed_hints_.begin(), followed_hints_.end());
    observe::sort_by_place(found);
    advice_.push_back(std::move(found));
  };
  if (hinted_ == nullptr) return work_.add_step([add] { add({}); });
  const bool are_lanes_independent = turns_ && turns_->schedule.independent_lanes;
  work_.add_part(std::make_shared<observe::HintSearch>(
                     observe::Subject{*run_.program, layout_, device, *hinted_, extent,
                                      are_lanes_independent, &followed_hints_}),
                 [add](observe::HintSearch& search) { add(search.take()); });
}

void Execution::note_turns() {
  if (!turns_) return;
  run_.turns = Turns{turns_->schedule, turns_->was_needed, std::move(foreign_stores_)};
  if (!are_foreign_stores_cut_) return;
  run_.recording = nullptr;
  run_.costs = nullptr;
}

void Execution::take_recording() {
  allowance_.record_bytes -= std::min(allowance_.record_bytes, recorder_.bytes());
  run_.costs = std::make_shared<const trace::StepCosts>(recorder_.take_costs());
  run_.recording = recorder_.finish();
}

std::shared_ptr<const Run> Execution::so_far() const {
  if (run_.recording == nullptr || has_grid_ended_ || blocks_done() == run_.context->grid.count()) {
    return nullptr;
  }
  auto run = std::make_shared<Run>(run_);
  run->ending = Ending::kRunning;
  note_counts(*run, false);
  return run;
}

void Execution::note_counts(Run& run, bool has_ended) const {
  const machine::GridEnd& end = grid_->end();
  run.blocks = end.blocks_done;
  run.steps = end.steps;
  run.set_up = end.set_up;
  run.work = end.work() + observers_->totals.work();
  run.flops = end.flops;
  run.one_thread = one_thread(end.in_order, memory_);
  run.arrays = memory_.shapes();
  observers_->put(run, has_ended);
  const bool in_lockstep = run.device.runs_in_lockstep();
  add_unwritten(run.findings, in_lockstep);
  add_unwritten(run.other_findings, !in_lockstep);
  if (advice_.empty()) return;
  // Where an access is wrong, a barrier that orders nothing may be needed when it is right.
  const bool has_error = observe::first_error(run.findings) != nullptr ||
                         observe::first_error(run.other_findings) != nullptr;
  run.advice = advice_beside(advice_.front(), has_error);
  for (size_t i = 0; i < run.other_counts.size(); ++i)
    run.other_counts[i].advice = advice_beside(advice_[i + 1], has_error);
}

// In order of place.
void Execution::add_unwritten(std::vector<observe::Finding>& found, bool in_lockstep) const {
  for (const observe::Finding& unwritten : unwritten_) {
    // A race of the load may be why it found nothing written.
    const bool is_of_load = unwritten.other.has_value();
    const bool is_raced = is_of_load && observers_->checks.has_race_with_store_before(
                                            unwritten.other->span, in_lockstep);
    if (!is_raced) found.push_back(unwritten);
  }
  observe::sort_by_place(found);
}

void Execution::reduce_allowance() {
  allowance_.steps -= run_.steps;
  allowance_.set_up -= run_.set_up;
  allowance_.work -= std::min(allowance_.work, run_.work);
  if (run_.starts != nullptr)
    allowance_.starts_bytes -= std::min(allowance_.starts_bytes, run_.starts->bytes);
}

}  // namespace warplens::run
