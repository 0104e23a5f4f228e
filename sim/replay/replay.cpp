// To go to a step: take the nearest checkpoint before it (unless the present moment is nearer),
// move global memory there by the journal, and execute from it access by access. README.md has the
// reasons.
#include "sim/replay/replay.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "sim/machine/block.hpp"

namespace warplens::replay {
namespace {

// Limit of execution after the last recorded access of a block that did not end: the loop that the
// step limit stopped may never access memory again. [warp instructions]
constexpr uint64_t kTailBudget = 1'000'000;

uint64_t bytes_of(const machine::BlockRun& block) {
  uint64_t bytes = sizeof(machine::BlockRun) + block.shared().size() +
                   block.copies().pending().size() * sizeof(machine::PendingCopy);
  for (const machine::WarpState& warp : block.warps()) {
    bytes += sizeof(machine::WarpState) + warp.masks.size() * sizeof(uint32_t) +
             warp.registers.size() * sizeof(uint32_t) + warp.local.size() +
             (warp.origins.size() + warp.local_origins.size()) * sizeof(trace::Origin);
  }
  return bytes;
}

}  // namespace

Replay::Replay(std::shared_ptr<const run::Run> run, ReplayBudget budget)
    : Replay(run, run->memory_before_block->get(), budget) {}

Replay::Replay(std::shared_ptr<const run::Run> run,
               std::shared_ptr<const machine::GlobalMemory> before, ReplayBudget budget)
    : run_(std::move(run)),
      before_(std::move(before)),
      budget_(budget),
      memory_(*before_),
      block_(std::make_unique<machine::BlockRun>(run_->context, run_->recording->block, false)) {
  if (run_->turns) {
    const launch::Schedule& schedule = run_->turns->schedule;
    block_->begin_fibers(schedule.independent_lanes, schedule.order == launch::Order::kAdversarial);
  }
  run_to_next_access();
  keep_checkpoint();
}

Replay::~Replay() = default;

// What other blocks stored before the present step.
void Replay::store_by_others() {
  if (run_->turns->foreign_stores == nullptr) return;
  const std::vector<machine::ForeignStore>& all = *run_->turns->foreign_stores;
  std::vector<machine::UndoEntry> replaced;
  auto store = std::lower_bound(
      all.begin(), all.end(), step_,
      [](const machine::ForeignStore& one, uint32_t step) { return one.step < step; });
  for (; store != all.end() && store->step == step_; ++store) {
    machine::UndoEntry& entry = replaced.emplace_back(store->change);
    const uint64_t bits = std::exchange(entry.old_bits, 0);
    memory_.read(entry.address,
                 std::as_writable_bytes(std::span(&entry.old_bits, 1)).first(entry.bytes));
    memory_.write(entry.address, std::as_bytes(std::span(&bits, 1)).first(entry.bytes));
  }
  note_stores(replaced);
}

// Fibers that were released run on to where they wait or access memory.
void Replay::settle() {
  for (std::vector<uint32_t> woken = block_->take_woken(); !woken.empty();
       woken = block_->take_woken()) {
    for (const uint32_t fiber : woken) {
      uint64_t budget = kTailBudget;
      while (budget != 0 && block_->status_of(fiber) == machine::Fiber::Status::kReady &&
             block_->advance(fiber, memory_, nullptr, budget, {}) ==
                 machine::StopReason::kStepLimit) {
      }
    }
  }
}

// The recording says whose turn each step was.
void Replay::take_turn() {
  using Status = machine::Fiber::Status;
  if (step_ > 0) {
    const trace::AccessHead& head = run_->recording->heads[step_ - 1];
    const uint32_t fiber =
        block_->are_lanes_independent() ? head.warp * trace::kWarpSize + head.lane : head.warp;
    std::vector<machine::UndoEntry> stores;
    bool has_accessed = false;
    for (uint64_t budget = run_->steps; budget != 0 && !has_accessed;) {
      const Status status = block_->status_of(fiber);
      // Nobody else could go on: what was in flight has arrived.
      if (status == Status::kAtMbarrier &&
          block_->end_flights(memory_, nullptr, {&stores, nullptr})) {
        settle();
        continue;
      }
      if (status != Status::kReady && status != Status::kAtAccess) break;
      has_accessed = status == Status::kAtAccess;
      if (block_->advance(fiber, memory_, nullptr, budget, {&stores, nullptr}) !=
          machine::StopReason::kStepLimit) {
        break;
      }
    }
    note_stores(stores);
  }
  settle();
  store_by_others();
}

void Replay::run_to_next_access() {
  if (run_->turns) return take_turn();
  uint64_t budget = step_ >= run_->recording->size() && run_->ending != run::Ending::kComplete
                        ? kTailBudget
                        : run_->steps;
  std::vector<machine::UndoEntry> stores;
  block_->run(memory_, nullptr, budget, true, &stores);
  note_stores(stores);
}

void Replay::note_stores(const std::vector<machine::UndoEntry>& stores) {
  for (const machine::UndoEntry& store : stores) {
    const uint64_t index = position_ - dropped_;
    if (index < journal_.size()) {
      journal_[index] = store;
    } else {
      journal_.push_back(store);
    }
    ++position_;
  }
  if (journal_.size() * sizeof(machine::UndoEntry) <= budget_.journal) return;
  const uint64_t cut = std::min<uint64_t>(journal_.size() / 2, position_ - dropped_);
  journal_.erase(journal_.begin(), journal_.begin() + static_cast<std::ptrdiff_t>(cut));
  dropped_ += cut;
  std::erase_if(checkpoints_, [&](const auto& entry) {
    return entry.first != 0 && entry.second.journal < dropped_;
  });
}

void Replay::advance() {
  ++step_;
  run_to_next_access();
  if (step_ % checkpoint_distance_ == 0) keep_checkpoint();
}

void Replay::keep_checkpoint() {
  if (checkpoints_.contains(step_)) return;
  const uint64_t room = std::max<uint64_t>(2, budget_.checkpoints / bytes_of(*block_));
  while (checkpoints_.size() >= room) {
    checkpoint_distance_ *= 2;
    std::erase_if(checkpoints_,
                  [&](const auto& entry) { return entry.first % checkpoint_distance_ != 0; });
  }
  if (step_ % checkpoint_distance_ == 0)
    checkpoints_.emplace(step_,
                         Checkpoint{std::make_unique<machine::BlockRun>(*block_), position_});
}

// Swaps memory with the journal forwards or backwards to `position`; the values swapped out are
// those for the way back.
void Replay::move_journal(uint64_t position) {
  const auto swap = [&](machine::UndoEntry& entry) {
    uint64_t now = 0;
    const bool is_inside =
        memory_.read(entry.address, std::as_writable_bytes(std::span(&now, 1)).first(entry.bytes));
    WL_ASSERT(is_inside, "the journal holds stores in bounds only");
    memory_.write(entry.address, std::as_bytes(std::span(&entry.old_bits, 1)).first(entry.bytes));
    entry.old_bits = now;
  };
  while (position_ > position) swap(journal_[--position_ - dropped_]);
  while (position_ < position) swap(journal_[position_++ - dropped_]);
}

void Replay::jump_to(uint32_t step, const Checkpoint& checkpoint) {
  if (checkpoint.journal >= dropped_) {
    move_journal(checkpoint.journal);
  } else {  // step 0, whose part of the journal is gone
    memory_ = *before_;
    journal_.clear();
    dropped_ = 0;
    position_ = checkpoint.journal;
    std::erase_if(checkpoints_, [](const auto& entry) { return entry.first != 0; });
  }
  *block_ = *checkpoint.block;
  step_ = step;
}

void Replay::go_to(uint32_t step) {
  base::Slice whole(base::Slice::kWhole);
  go_to(step, whole);
}

base::Progress Replay::go_to(uint32_t step, base::Slice& slice) {
  constexpr uint64_t kWorkOfStep = 64;  // as base::Slice counts
  step = std::min(step, run_->recording->size());
  const auto nearest = std::prev(checkpoints_.upper_bound(step));
  if (step_ > step || step_ < nearest->first) jump_to(nearest->first, nearest->second);
  for (; step_ < step; slice.spend(kWorkOfStep)) {
    if (slice.is_over()) return base::Progress::kMore;
    advance();
  }
  return base::Progress::kDone;
}

}  // namespace warplens::replay
