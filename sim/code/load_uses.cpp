#include "sim/code/load_uses.hpp"

#include <algorithm>
#include <optional>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::code {

namespace {

// Instructions from a backward jump's target to the jump.
struct Loop {
  uint32_t begin = 0, end = 0;
};

std::vector<Loop> loops_of(const Program& program) {
  std::vector<Loop> loops;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const Instr& instr = program.instrs[pc];
    const bool jumps = instr.op == Op::kJump || instr.op == Op::kJumpIfAny;
    if (jumps && static_cast<uint32_t>(instr.imm) <= pc)
      loops.push_back({static_cast<uint32_t>(instr.imm), pc});
  }
  return loops;
}

std::optional<Loop> innermost(const std::vector<Loop>& loops, uint32_t pc) {
  std::optional<Loop> best;
  for (const Loop& loop : loops) {
    if (pc < loop.begin || pc > loop.end) continue;
    if (!best || loop.end - loop.begin < best->end - best->begin) best = loop;
  }
  return best;
}

bool is_condition(Op op) {
  return op == Op::kIf || op == Op::kLoopTest || op == Op::kMaskDrop || op == Op::kMaskEnter;
}

// Follows one load's value.
class Follower {
 public:
  Follower(const Program& program, uint32_t pc, std::optional<Loop> loop)
      : program_(program), pc_(pc), loop_(loop), holds_(program.register_slots, false) {
    for (const SlotRange& write : register_uses(program, program.instrs[pc]).writes)
      set(write, true);
  }

  LoadUse follow() {
    const auto end = static_cast<uint32_t>(program_.instrs.size());
    if (loop_) {
      walk(pc_ + 1, loop_->end + 1);
      walk(loop_->begin, pc_);
      walk(pc_, loop_->end + 1);
    }
    walk(loop_ ? loop_->end + 1 : pc_ + 1, end);
    return std::move(use_);
  }

 private:
  void set(const SlotRange& range, bool holds) {
    for (uint32_t slot = 0; slot < uint32_t{range.width} * range.count; ++slot)
      holds_[range.slot + slot] = holds;
  }

  bool holds(const SlotRange& range) const {
    for (uint32_t slot = 0; slot < uint32_t{range.width} * range.count; ++slot) {
      if (holds_[range.slot + slot]) return true;
    }
    return false;
  }

  void walk(uint32_t begin, uint32_t end) {
    for (uint32_t pc = begin; pc < end; ++pc) step(pc);
  }

  void step(uint32_t pc) {
    const Instr& instr = program_.instrs[pc];
    const RegisterUses uses = register_uses(program_, instr);
    const OpInfo op = info(instr.op);
    bool reads = false;
    for (const SlotRange& read : uses.reads) reads = reads || holds(read);
    if (op.is_access) {
      // Of a store only the value counts, which comes behind the address.
      const bool is_store = op.operation == Operation::kStore;
      if (is_store && uses.reads.size() > 1 && holds(uses.reads[1]) &&
          program_.sites_of[pc] < program_.sites.size()) {
        use_.stores.insert(program_.sites_of[pc]);
      }
      if (pc == pc_) {
        use_.feeds_itself = use_.feeds_itself || reads;
        return;
      }
      for (const SlotRange& write : uses.writes) set(write, false);
      return;
    }
    if (reads && is_condition(instr.op) && loop_ && pc >= loop_->begin && pc <= loop_->end)
      use_.decides_loop = true;
    for (const SlotRange& write : uses.writes) {
      if (reads || !uses.keeps_last) set(write, reads);
    }
  }

  const Program& program_;
  const uint32_t pc_;
  const std::optional<Loop> loop_;
  std::vector<bool> holds_;  // by slot: the value, or something computed of it
  LoadUse use_;
};

}  // namespace

std::vector<LoadUse> load_uses(const Program& program) {
  const std::vector<Loop> loops = loops_of(program);
  std::vector<LoadUse> uses(program.sites.size());
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const uint32_t site = program.sites_of[pc];
    if (site >= uses.size() || program.sites[site].operation == Operation::kStore) continue;
    LoadUse use = Follower(program, pc, innermost(loops, pc)).follow();
    uses[site].decides_loop = uses[site].decides_loop || use.decides_loop;
    uses[site].feeds_itself = uses[site].feeds_itself || use.feeds_itself;
    uses[site].stores.merge(use.stores);
  }
  return uses;
}

}  // namespace warplens::code
