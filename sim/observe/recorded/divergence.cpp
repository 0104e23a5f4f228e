// A branch is open from where its lanes part until the warp is behind it. Forks are numbered as
// they occur and put in the order of the text at the end.
#include "sim/observe/recorded/divergence.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "sim/code/opcodes.hpp"

namespace warplens::observe {

namespace {

using code::Op;

uint32_t count_of(uint32_t lanes) {
  return static_cast<uint32_t>(std::popcount(lanes));
}

}  // namespace

void LaneSlots::add(const LaneSlots& other) {
  active += other.active;
  waiting += other.waiting;
  exited += other.exited;
  absent += other.absent;
}

uint32_t LoopTrips::least() const {
  uint32_t least = UINT32_MAX;
  for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
    if ((lanes >> lane & 1) != 0) least = std::min(least, trips[lane]);
  return lanes == 0 ? 0 : least;
}

uint32_t LoopTrips::most() const {
  return *std::max_element(trips.begin(), trips.end());
}

DivergenceFollower::DivergenceFollower(const code::Program& program, uint32_t present)
    : program_(program),
      branch_at_(program.instrs.size(), kNone),
      begins_loop_(program.instrs.size(), false),
      fork_by_pc_(program.instrs.size(), kNone) {
  result_.present = present;
  for (const base::Span span : program.spans)
    lines_.push_back(program.unit->file.line_of(span.begin));
  find_branches_and_loops();
}

// A loop is what a jump back encloses; its test leaves for behind that jump.
void DivergenceFollower::find_branches_and_loops() {
  const std::vector<code::Instr>& instrs = program_.instrs;
  for (uint32_t pc = 0; pc < instrs.size(); ++pc) {
    const auto target = static_cast<uint32_t>(instrs[pc].imm);
    if (instrs[pc].op == Op::kIf) {
      Branch branch{target, target, false};
      if (instrs[target].op == Op::kElse && instrs[target].dst == instrs[pc].dst) {
        branch.has_else = true;
        branch.end = static_cast<uint32_t>(instrs[target].imm);
        branch_at_[target] = static_cast<uint32_t>(branches_.size());
      }
      branch_at_[pc] = static_cast<uint32_t>(branches_.size());
      branches_.push_back(branch);
      branch_pcs_.push_back(pc);
    }
    const bool may_jump_back = instrs[pc].op == Op::kJump || instrs[pc].op == Op::kJumpIfAny;
    if (!may_jump_back || target > pc) continue;
    Loop loop{target, kNone, pc, instrs[pc].op == Op::kJumpIfAny};
    for (uint32_t test = target; test < pc; ++test) {
      if (instrs[test].op == Op::kLoopTest && static_cast<uint32_t>(instrs[test].imm) == pc + 1)
        loop.test = test;
    }
    loop.tests_first = loop.tests_first && loop.test != kNone;
    begins_loop_[target] = true;
    loops_.push_back(loop);
    trips_.emplace_back().pc = loop.test != kNone ? loop.test : pc;
  }
  runs_.resize(loops_.size());
}

uint32_t DivergenceFollower::fork_at(uint32_t pc, ForkKind kind) {
  if (fork_by_pc_[pc] == kNone) {
    fork_by_pc_[pc] = static_cast<uint32_t>(result_.forks.size());
    result_.forks.push_back({.kind = kind, .pc = pc});
  }
  return fork_by_pc_[pc];
}

uint32_t DivergenceFollower::fork_of(uint32_t pc) {
  switch (program_.instrs[pc].op) {
    case Op::kIf:
      return fork_at(pc, ForkKind::kBranch);
    case Op::kElse:
      return fork_at(branch_at_[pc] == kNone ? pc : branch_pcs_[branch_at_[pc]], ForkKind::kBranch);
    case Op::kLoopTest:
      return fork_at(pc, ForkKind::kLoop);
    case Op::kMaskTake:
    case Op::kMaskDrop:
    case Op::kMaskEnter:
      return fork_at(pc, ForkKind::kSwitch);
    default:
      return fork_at(pc, ForkKind::kLeave);
  }
}

void DivergenceFollower::park(uint32_t fork, uint32_t lanes, bool is_counted) {
  auto at = std::find_if(waiting_.begin(), waiting_.end(),
                         [&](const Waiting& one) { return one.fork == fork; });
  if (at == waiting_.end()) at = waiting_.insert(at, {fork, 0, 0});
  at->lanes |= lanes;
  at->unpaid += is_counted ? 1 : 0;
}

// What the instruction in between has done to the mask.
void DivergenceFollower::note_change(const WarpInstruction& next) {
  const uint32_t pc = last_.pc;
  const Op op = program_.instrs[pc].op;
  const uint32_t left = last_.mask & ~next.mask, joined = next.mask & ~last_.mask;
  const uint32_t returned = left & next.exited;
  if (joined != 0) {
    for (Waiting& one : waiting_) one.lanes &= ~joined;
    std::erase_if(waiting_, [](const Waiting& one) { return one.lanes == 0; });
  }
  if (op == Op::kIf) note_branch(pc, last_.mask, next.mask, last_.depth);
  if (returned != 0) {
    park(fork_at(pc, ForkKind::kReturn), returned, true);
  }
  if (const uint32_t waits = left & ~next.exited; waits != 0) {
    const bool is_of_branch = op == Op::kIf || op == Op::kElse;  // note_branch() counts those
    park(fork_of(pc), waits, !is_of_branch);
  }
  if (op != Op::kLoopTest) return;
  for (size_t i = 0; i < loops_.size(); ++i) {
    if (!loops_[i].tests_first || loops_[i].test != pc) continue;
    for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
      trips_[i].trips[lane] += next.mask >> lane & 1;
  }
}

void DivergenceFollower::note_branch(uint32_t pc, uint32_t before, uint32_t yes, uint32_t depth) {
  if (before == 0) return;
  const Branch& branch = branches_[branch_at_[pc]];
  const uint32_t index = fork_at(pc, ForkKind::kBranch);
  Fork& fork = result_.forks[index];
  fork.has_second_side = branch.has_else;
  fork.reached += 1;
  if (yes == 0 || yes == before) return;
  fork.parted += 1;
  open_.push_back({index, pc, depth, branch});
}

void DivergenceFollower::end_run(size_t loop) {
  LoopTrips& all = trips_[loop];
  LoopRun& run = runs_[loop];
  for (uint32_t lane = 0; lane < base::kWarpSize; ++lane) {
    if ((run.lanes >> lane & 1) == 0) continue;
    const uint32_t trips = all.trips[lane] - run.before[lane];
    if (all.lanes == 0)
      all.trips_of_run = trips;
    else if (all.trips_of_run != trips)
      all.trips_of_run.reset();
    all.lanes |= 1u << lane;
  }
  run = {0, all.trips};
}

// A loop without a test in front is gone through once whenever its begin is reached; from outside
// of it a run begins.
void DivergenceFollower::note_trips(const WarpInstruction& now) {
  if (!begins_loop_[now.pc]) return;
  for (size_t i = 0; i < loops_.size(); ++i) {
    if (loops_[i].begin != now.pc) continue;
    if (!has_last_ || last_.pc < loops_[i].begin || last_.pc > loops_[i].back) end_run(i);
    runs_[i].lanes |= now.mask;
    if (loops_[i].tests_first) continue;
    for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
      trips_[i].trips[lane] += now.mask >> lane & 1;
  }
}

void DivergenceFollower::close_branches(const WarpInstruction& now) {
  const auto is_left = [&](const Open& one) {
    if (now.depth != one.depth) return now.depth < one.depth;
    return now.pc <= one.begin || now.pc > one.branch.end;
  };
  while (!open_.empty() && is_left(open_.back())) open_.pop_back();
  for (Open& one : open_) {
    if (one.depth != now.depth) continue;
    one.side = now.pc <= one.branch.side ? Side::kFirst : Side::kSecond;
  }
}

// The lane-slots of one instruction. What ends a side still has its mask, and belongs to it.
void DivergenceFollower::pay(const WarpInstruction& now) {
  const uint32_t absent = ~result_.present;
  const uint32_t waits = result_.present & ~now.mask & ~now.exited;
  result_.instructions += 1;
  result_.slots.add({count_of(now.mask), count_of(waits),
                     count_of(now.exited & ~now.mask & ~absent), count_of(absent)});
  for (const Open& one : open_)
    result_.forks[one.fork].instructions[static_cast<size_t>(one.side)] += 1;
  for (Waiting& one : waiting_) {
    Fork& fork = result_.forks[one.fork];
    fork.parted += std::exchange(one.unpaid, 0);
    fork.lost += count_of(one.lanes);
    const auto at = std::find_if(open_.rbegin(), open_.rend(),
                                 [&](const Open& open) { return open.fork == one.fork; });
    const Side side = at == open_.rend() ? Side::kFirst : at->side;
    if (fork.kind == ForkKind::kBranch)
      fork.side_lost[static_cast<size_t>(side)] += count_of(one.lanes);
  }
}

void DivergenceFollower::extend(const WarpInstruction& now) {
  uint32_t fork = Stretch::kNoFork;
  Side side = Side::kFirst;
  if (!open_.empty()) {
    fork = open_.back().fork;
    side = open_.back().side;
  } else if (!waiting_.empty()) {
    fork = waiting_.back().fork;
  }
  if (!result_.stretches.empty()) {
    Stretch& last = result_.stretches.back();
    const bool is_same = last.mask == now.mask && last.exited == now.exited && last.fork == fork &&
                         last.side == side && lines_[last.pc] == lines_[now.pc];
    if (is_same) {
      last.count += 1;
      return;
    }
  }
  result_.stretches.push_back(
      {result_.instructions, 1, now.mask, now.exited, now.pc, fork, side, now.step});
}

void DivergenceFollower::before(const WarpInstruction& instruction) {
  if (has_last_) note_change(instruction);
  note_trips(instruction);
  close_branches(instruction);
  if (instruction.mask != 0) {
    extend(instruction);
    pay(instruction);
  }
  last_ = instruction;
  has_last_ = true;
}

WarpDivergence DivergenceFollower::take() {
  std::vector<uint32_t> order(result_.forks.size()), place(result_.forks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return result_.forks[a].pc < result_.forks[b].pc;
  });
  std::vector<Fork> forks;
  for (uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    forks.push_back(result_.forks[order[i]]);
  }
  result_.forks = std::move(forks);
  for (Stretch& stretch : result_.stretches)
    if (stretch.fork != Stretch::kNoFork) stretch.fork = place[stretch.fork];
  for (size_t i = 0; i < loops_.size(); ++i) end_run(i);
  for (const LoopTrips& one : trips_)
    if (one.lanes != 0) result_.loops.push_back(one);
  std::stable_sort(result_.loops.begin(), result_.loops.end(),
                   [](const LoopTrips& a, const LoopTrips& b) { return a.pc < b.pc; });
  return std::move(result_);
}

}  // namespace warplens::observe
