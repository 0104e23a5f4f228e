// While blocks run, the observers here receive what they report; the counts so far can be read at
// any time.
#include "sim/run/execution.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/worker_pool.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/unwritten_variables.hpp"
#include "sim/observe/checks.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/hints/hints.hpp"
#include "sim/observe/streams/stream_keeper.hpp"
#include "sim/observe/totals/totals_accumulator.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/run/block_starts.hpp"
#include "sim/run/chunk_log.hpp"
#include "sim/run/followed_hints.hpp"
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

bool has_errors(const std::vector<observe::Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const observe::Finding& finding) {
    return finding.severity == base::Severity::kError;
  });
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

class Execution {
 public:
  Execution(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
            Allowance& allowance, const TurnsWanted* turns)
      : run_(run),
        request_(bound.request),
        memory_(bound.memory),
        options_(options),
        allowance_(allowance),
        turns_(turns),
        block_{run.context->block.x, run.context->block.y, run.context->block.z},
        layout_(layout_of(*run.context, memory_)),
        recorder_(request_.recorded_block, run.context->warps_per_block(),
                  std::min({request_.record ? request_.record_budget : prepare::kHintBytes,
                            request_.store->kept_limit() / 2, allowance.record_bytes}),
                  [this] { return latest_cost(); }),
        prints_(run.program, block_),
        checks_(run.program, race_scope(run, memory_, request_), request_.launch.checks),
        variables_(request_.launch.checks.unwritten ? code::may_be_read_unwritten(*run.program)
                                                    : std::vector<bool>()),
        starts_(run.context->grid.count(),
                std::min(request_.starts_budget, allowance.starts_bytes)),
        most_work_(std::min(most_work_of(request_), allowance.work)) {
    const auto count_on = [&](const model::Device& device) {
      totals_.push_back(std::make_unique<observe::TotalsAccumulator>(
          run.program, layout_, block_, device, request_.launch.checks.races));
    };
    if (request_.counts_fetches && turns_ == nullptr) fetches_.emplace(layout_.global);
    if (request_.keeps_patterns && turns_ == nullptr) patterns_.emplace();
    if (request_.keeps_stream && turns_ == nullptr) stream_.emplace(layout_.global);
    count_on(run.device);
    for (const model::Device& device : request_.also_count) count_on(device);
  }

  Outcome execute() {
    keep_start();
    const machine::GridOptions grid = grid_options();
    const machine::GridEnd end = machine::run_grid(run_.context, memory_, observers(), grid);
    run_.ending = ending_of(end.reason);
    work_ = end.work();
    if (run_.ending == Ending::kStepLimit && grid.step_limit < own_step_limit() &&
        end.steps == grid.step_limit) {
      run_.ending = Ending::kSequenceLimit;
    }
    if (is_reached_ && run_.recording == nullptr) take_recording();
    const bool stopped_inside =
        end.reason != machine::StopReason::kDone && end.reason != machine::StopReason::kSetUpLimit;
    const uint64_t begun = end.blocks_done + (stopped_inside ? 1 : 0);
    run_.starts = starts_.finish(memory_, begun);
    if (end.reason != machine::StopReason::kCancelled) follow_blocks(begun);
    note_turns();
    find_hints();
    note_counts(run_, end);
    if (branches_) run_.one_way_lines = branches_->lines(run_.accesses);
    if (fetches_) run_.fetches = std::make_shared<const observe::Fetches>(fetches_->take());
    if (patterns_)
      run_.patterns = std::make_shared<const observe::SharedPatterns>(patterns_->take());
    if (stream_) run_.stream = std::make_shared<const model::MemoryStream>(stream_->take());
    reduce_allowance();
    return {end.reason, end.stuck, checks_.earlier_sites()};
  }

 private:
  uint64_t own_step_limit() const { return step_limit_of(request_.launch); }

  std::vector<observe::TotalsAccumulator*> accumulators() const {
    std::vector<observe::TotalsAccumulator*> all;
    for (const auto& one : totals_) all.push_back(one.get());
    return all;
  }

  trace::StepCost latest_cost() const {
    return watched_log_ != nullptr ? watched_log_->latest_cost() : totals_.front()->latest_cost();
  }

  // The run's totals first: the recorder reads their latest cost.
  std::vector<trace::Observer*> observers() {
    std::vector<trace::Observer*> all{totals_.front().get(), &prints_};
    if (checks_.is_needed()) all.push_back(&checks_);
    if (records()) all.push_back(&recorder_);
    if (fetches_) all.push_back(&*fetches_);
    if (patterns_) all.push_back(&*patterns_);
    if (stream_) all.push_back(&*stream_);
    for (size_t i = 1; i < totals_.size(); ++i) all.push_back(totals_[i].get());
    return all;
  }

  machine::GridOptions grid_options() {
    machine::GridOptions grid;
    grid.step_limit = std::min(own_step_limit(), allowance_.steps);
    grid.block_step_limit =
        request_.launch.step_limit != 0 ? own_step_limit() : prepare::kBlockStepLimit;
    // A small step limit does not limit starting blocks: it never refuses a grid.
    grid.set_up_limit = std::min(set_up_limit_of(request_.launch), allowance_.set_up);
    grid.is_too_much = [this, all = accumulators()](uint64_t work) {
      return work + most_work(all) > most_work_;
    };
    grid.cancelled = request_.cancelled;
    grid.threads = fetches_ || patterns_ || stream_ ? 1 : threads_of(request_.launch);
    grid.chunk_sizes = request_.chunk_sizes;
    grid.make_chunk_observer = [this] {
      return std::make_unique<ChunkLog>(accumulators(), prints_, checks_, most_work_);
    };
    if (request_.progress || options_.so_far)
      grid.progress = [this](const machine::GridEnd& so_far) { report(so_far); };
    if (request_.record || (follows_unwritten() && !before_grid_) || follows_hints() ||
        (turns_ != nullptr && records()))
      watch(grid);
    if (turns_ != nullptr) {
      grid.scheduling = scheduling();
    } else if (request_.starts_budget != 0) {
      grid.is_start = [this](uint64_t block) { return starts_.is_start(block); };
      grid.at_block = [this](uint64_t block, uint64_t steps, const machine::GlobalMemory& before) {
        starts_.at_block(block, steps, before);
      };
    }
    return grid;
  }

  machine::Scheduling scheduling() {
    machine::Scheduling result;
    result.schedule = turns_->schedule;
    result.is_delayed = turns_->is_delayed;
    result.make_observer = [this](trace::BlockId block) {
      auto log = std::make_unique<ChunkLog>(accumulators(), prints_, checks_, most_work_,
                                            &checks_.races_in_turns());
      if (records() && block == request_.recorded_block) watched_log_ = log.get();
      return log;
    };
    if (records()) result.also_watched_by = &recorder_;
    if (!request_.record) return result;
    foreign_stores_ = std::make_shared<std::vector<machine::ForeignStore>>();
    result.on_foreign_store = [this](const machine::ForeignStore& store) {
      are_foreign_stores_cut_ = foreign_stores_->size() >= kMostForeignStores;
      if (!are_foreign_stores_cut_) foreign_stores_->push_back(store);
    };
    return result;
  }

  // A block is recorded for its hints, too.
  bool records() const { return request_.record || request_.launch.checks.hints; }

  // By device, as totals_.
  void find_hints() {
    if (!request_.launch.checks.hints) return;
    const std::shared_ptr<const trace::Recording> recording =
        request_.record ? run_.recording : recorder_.finish();
    advice_.push_back(hints_on(run_.device, recording.get()));
    for (const model::Device& device : request_.also_count)
      advice_.push_back(hints_on(device, recording.get()));
  }

  std::vector<observe::Finding> hints_on(const model::Device& device,
                                         const trace::Recording* recording) const {
    const trace::BlockId extent{block_[0], block_[1], block_[2]};
    std::vector<observe::Finding> found = observe::launch_hints(*run_.program, extent);
    if (recording != nullptr) {
      const bool are_lanes_independent = turns_ != nullptr && turns_->schedule.independent_lanes;
      const observe::Subject subject{*run_.program,   layout_, device,
                                     *recording,      extent,  are_lanes_independent,
                                     &followed_hints_};
      for (observe::Finding& hint : observe::hints_of(subject)) found.push_back(std::move(hint));
    }
    found.insert(found.end(), followed_hints_.begin(), followed_hints_.end());
    observe::sort_by_place(found);
    return found;
  }

  void note_turns() {
    if (turns_ == nullptr) return;
    run_.turns = Turns{turns_->schedule, turns_->was_needed, std::move(foreign_stores_)};
    if (!are_foreign_stores_cut_) return;
    run_.recording = nullptr;
    run_.costs = nullptr;
  }

  void watch(machine::GridOptions& grid) {
    grid.is_watched = [this](trace::BlockId block) { return block == request_.recorded_block; };
    grid.before_block = [this](trace::BlockId, const machine::GlobalMemory& before) {
      if (follows_unwritten() || follows_hints()) before_block_ = before;
      if (!request_.record) return;
      is_reached_ = true;
      if (request_.keeps_contents)
        run_.memory_before_block = request_.store->keep(before, options_.pins_memory);
    };
    grid.after_block = [this](trace::BlockId block) {
      if (before_block_ && follows_hints())
        followed_hints_ = followed_hints(run_.context, *before_block_, block, layout_);
      if (before_block_ && request_.follows_branches && turns_ == nullptr)
        branches_.emplace(run_.context).follow(*before_block_, block);
      // Of blocks that take turns, the counts may not be merged yet.
      if (before_block_ && follows_unwritten() &&
          (turns_ != nullptr || !checks_.loads_unwritten().empty() ||
           !checks_.absent_sources().empty() || has_unwritten_variables())) {
        in_recorded_block_ = unwritten_reads(run_.context, std::move(*before_block_), block,
                                             layout_, variables_, request_.cancelled);
        if (!before_grid_) unwritten_ = *in_recorded_block_;
      }
      before_block_.reset();
      if (request_.record) take_recording();
    };
  }

  // To follow blocks when the grid has ended.
  void keep_start() {
    if (!follows_unwritten() || turns_ != nullptr) return;
    const uint64_t bytes = bytes_of_arrays(memory_);
    const bool has_room = memory_.budget() == nullptr || memory_.budget()->has_room_for(bytes);
    if (bytes <= kMostKeptForUnwritten && has_room) before_grid_ = memory_;
  }

  // The recorded block, for variables, and for shared memory if it or a block before it loaded
  // unwritten bytes; and blocks that loaded others than the blocks before them.
  void follow_blocks(uint64_t begun) {
    if (!before_grid_) return;
    const trace::BlockId grid = run_.context->grid_extents();
    const uint64_t recorded = trace::index_of(request_.recorded_block, grid);
    bool follows_recorded = has_unwritten_variables();
    std::vector<FollowedBlock> blocks;
    const auto add = [&](trace::BlockId block) {
      const uint64_t index = trace::index_of(block, grid);
      const bool is_there =
          std::any_of(blocks.begin(), blocks.end(),
                      [&](const FollowedBlock& one) { return one.index == index; });
      if (index != recorded && index < begun && !is_there) blocks.push_back({index, block, {}});
      return index;
    };
    for (const observe::SharedRaces::UnwrittenLoads& loads : checks_.loads_unwritten())
      follows_recorded = add(loads.block) <= recorded || follows_recorded;
    for (const observe::AbsentSources::Block& absent : checks_.absent_sources())
      follows_recorded = add(absent.block) <= recorded || follows_recorded;
    if (follows_recorded && recorded < begun)
      blocks.push_back({recorded, request_.recorded_block, std::move(in_recorded_block_)});
    unwritten_ = unwritten_in_blocks(run_.context, std::move(*before_grid_), std::move(blocks),
                                     layout_, variables_, request_.cancelled);
    before_grid_.reset();
  }

  bool follows_unwritten() const {
    return request_.launch.checks.unwritten &&
           (!run_.program->shared.empty() || has_unwritten_variables() || has_shuffles_);
  }

  static bool has_shuffles(const code::Program& program) {
    return std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
      return instr.op == code::Op::kShuffle32 || instr.op == code::Op::kShuffle64;
    });
  }

  bool has_unwritten_variables() const {
    return std::find(variables_.begin(), variables_.end(), true) != variables_.end();
  }

  // What a block that takes turns with others does depends on them.
  bool follows_hints() const { return request_.launch.checks.hints && turns_ == nullptr; }

  void take_recording() {
    allowance_.record_bytes -= std::min(allowance_.record_bytes, recorder_.bytes());
    watched_log_ = nullptr;
    run_.costs = std::make_shared<const trace::StepCosts>(recorder_.take_costs());
    run_.recording = recorder_.finish();
  }

  void report(const machine::GridEnd& so_far) {
    const uint64_t blocks = run_.context->grid.count();
    if (request_.progress) request_.progress(so_far.blocks_done, blocks);
    if (!options_.so_far || run_.recording == nullptr || so_far.blocks_done == blocks) return;
    options_.so_far([&] {
      auto run = std::make_shared<Run>(run_);
      run->ending = Ending::kRunning;
      note_counts(*run, so_far);
      return run;
    });
  }

  void note_counts(Run& run, const machine::GridEnd& end) const {
    run.blocks = end.blocks_done;
    run.steps = end.steps;
    run.set_up = end.set_up;
    run.flops = end.flops;
    run.one_thread = one_thread(end.in_order, memory_);
    run.arrays = memory_.shapes();
    observe::Summary summary = totals_.front()->finish();
    run.totals = summary.totals;
    run.accesses = std::move(summary.accesses);
    const bool in_lockstep = run.device.runs_in_lockstep();
    run.findings = with_checks(summary.findings, in_lockstep);
    run.other_findings = with_checks(summary.findings, !in_lockstep);
    // Where an access is wrong, a barrier that orders nothing may be needed when it is right.
    const bool has_error = has_errors(run.findings) || has_errors(run.other_findings);
    if (!advice_.empty()) run.advice = advice_beside(advice_.front(), has_error);
    run.check_stops = checks_.stops();
    run.prints = prints_.so_far();
    for (size_t i = 1; i < totals_.size(); ++i) {
      observe::Summary other = totals_[i]->finish();
      run.other_counts.push_back({request_.also_count[i - 1], other.totals,
                                  std::move(other.accesses),
                                  advice_.empty() ? std::vector<observe::Finding>()
                                                  : advice_beside(advice_[i], has_error)});
    }
  }

  // `found` and what the checks found, in order of place.
  std::vector<observe::Finding> with_checks(std::vector<observe::Finding> found,
                                            bool in_lockstep) const {
    for (observe::Finding& finding : checks_.findings(layout_, in_lockstep))
      found.push_back(std::move(finding));
    for (const observe::Finding& unwritten : unwritten_) {
      // A race of the load may be why it found nothing written.
      const bool is_of_load = unwritten.other.has_value();
      if (!is_of_load || !checks_.has_race_with_store_before(unwritten.other->span, in_lockstep))
        found.push_back(unwritten);
    }
    observe::sort_by_place(found);
    return found;
  }

  void reduce_allowance() {
    allowance_.steps -= run_.steps;
    allowance_.set_up -= run_.set_up;
    allowance_.work -= std::min(allowance_.work, work_ + most_work(accumulators()));
    if (run_.starts != nullptr)
      allowance_.starts_bytes -= std::min(allowance_.starts_bytes, run_.starts->bytes);
  }

  Run& run_;
  const prepare::Request& request_;
  machine::GlobalMemory& memory_;
  const ExecutionOptions& options_;
  Allowance& allowance_;
  const TurnsWanted* turns_;
  const std::array<uint32_t, 3> block_;
  const observe::MemoryLayout layout_;
  // By device: the run's, then those of Request::also_count.
  std::vector<std::unique_ptr<observe::TotalsAccumulator>> totals_;
  std::optional<observe::FetchCounter> fetches_;
  std::optional<observe::PatternCounter> patterns_;
  std::optional<observe::StreamKeeper> stream_;
  trace::Recorder recorder_;
  observe::PrintLog prints_;
  observe::Checks checks_;
  const bool has_shuffles_ = has_shuffles(*run_.program);
  // That may be read unwritten, of Program::bare_declarations.
  const std::vector<bool> variables_;
  BlockStartsKeeper starts_;
  const uint64_t most_work_;  // [weighted steps]
  uint64_t work_ = 0;         // of instructions
  bool is_reached_ = false;   // the recorded block has begun
  // Memory as the recorded block found it, while that block runs.
  std::optional<machine::GlobalMemory> before_block_;
  // Memory as the grid found it, where blocks may be followed from there.
  std::optional<machine::GlobalMemory> before_grid_;
  std::optional<std::vector<observe::Finding>> in_recorded_block_;  // unwritten reads
  std::vector<observe::Finding> unwritten_;
  std::vector<observe::Finding> followed_hints_;
  std::optional<OneWayBranches> branches_;
  std::vector<std::vector<observe::Finding>> advice_;  // empty while the grid runs
  // Where blocks take turns.
  const ChunkLog* watched_log_ = nullptr;  // of the recorded block, while it runs
  std::shared_ptr<std::vector<machine::ForeignStore>> foreign_stores_;
  bool are_foreign_stores_cut_ = false;
};

}  // namespace

Allowance allowance_of(const prepare::Request& request) {
  const uint64_t steps = step_limit_of(request.launch);
  return {times(steps, prepare::kSequenceStepLimits),
          times(set_up_limit_of(request.launch), prepare::kSequenceStepLimits),
          most_work_of(request), times(request.record_budget, prepare::kSequenceRecordBudgets),
          times(request.starts_budget, prepare::kSequenceStartsBudgets)};
}

Outcome execute_once(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
                     Allowance& allowance, const TurnsWanted* turns) {
  return Execution(run, bound, options, allowance, turns).execute();
}

}  // namespace warplens::run
