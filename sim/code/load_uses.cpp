#include "sim/code/program_facts.hpp"

#include <algorithm>
#include <optional>

#include "sim/code/loops.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::code {

namespace {

bool is_condition(Op op) {
  return op == Op::kIf || op == Op::kLoopTest || op == Op::kMaskDrop || op == Op::kMaskEnter;
}

// Follows one load's value.
class Follower {
 public:
  Follower(const Program& program, uint32_t pc, std::optional<LoopNest::Loop> loop)
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
      // The address comes first; behind it, of a store, the value.
      const bool is_store = op.operation == Operation::kStore;
      if (!uses.reads.empty() && holds(uses.reads[0]) &&
          program_.sites_of[pc] < program_.sites.size())
        use_.addresses.insert(program_.sites_of[pc]);
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
  const std::optional<LoopNest::Loop> loop_;
  std::vector<bool> holds_;  // by slot: the value, or something computed of it
  LoadUse use_;
};

// Whether the address of the load at `pc` is computed of a register that every turn of the loop
// changes: by a value that is computed of itself, and not only in some branch.
class AddressChange {
 public:
  AddressChange(const Program& program, uint32_t pc, const LoopNest::Loop& loop)
      : program_(program), pc_(pc), loop_(loop) {
    for (uint32_t at = loop.begin; at <= loop.end; ++at)
      uses_.push_back(register_uses(program, program.instrs[at]));
  }

  bool is_each_turn() const {
    uint32_t branch_end = 0;
    for (uint32_t pc = loop_.begin; pc < loop_.end; ++pc) {
      const Instr& instr = program_.instrs[pc];
      if (instr.op == Op::kMaskDrop || (instr.op == Op::kLeave && comes_back(pc))) return false;
      if (pc >= branch_end && moves_on_both_sides(pc)) return true;
      branch_end = std::max(branch_end, end_of_branch(pc));
      if (pc >= branch_end && moves_in(pc, pc + 1)) return true;
    }
    return false;
  }

 private:
  bool moves_in(uint32_t begin, uint32_t end) const {
    for (uint32_t pc = begin; pc < end; ++pc)
      for (const SlotRange& write : uses_[pc - loop_.begin].writes)
        if (write.count == 1 && moves(write, pc)) return true;
    return false;
  }

  // Of an `if` with an `else`, as a search by halves has.
  bool moves_on_both_sides(uint32_t pc) const {
    const Instr& begin = program_.instrs[pc];
    if (begin.op != Op::kIf) return false;
    const auto middle = static_cast<uint32_t>(begin.imm);
    const Instr& other = program_.instrs[middle];
    return other.op == Op::kElse && other.dst == begin.dst && moves_in(pc + 1, middle) &&
           moves_in(middle + 1, static_cast<uint32_t>(other.imm));
  }

  // Whether lanes that leave at `pc` are there again in the same turn: a `continue`, no `break`.
  bool comes_back(uint32_t pc) const {
    for (uint32_t at = pc + 1; at < loop_.end; ++at)
      if (program_.instrs[at].op == Op::kRejoin &&
          program_.instrs[at].dst == program_.instrs[pc].dst)
        return true;
    return false;
  }

  // Behind the branch that begins at `pc`; 0: none does.
  uint32_t end_of_branch(uint32_t pc) const {
    const Instr& instr = program_.instrs[pc];
    return instr.op == Op::kIf || instr.op == Op::kElse ? static_cast<uint32_t>(instr.imm) : 0;
  }

  // Whether the write is computed of what the slots had when the turn began, and the address, too.
  bool moves(const SlotRange& slots, uint32_t write_pc) const {
    std::set<uint32_t> holds;
    const auto any = [&](const SlotRange& range) {
      for (uint32_t slot = 0; slot < uint32_t{range.width} * range.count; ++slot)
        if (holds.contains(range.slot + slot)) return true;
      return false;
    };
    for (uint32_t slot = 0; slot < slots.width; ++slot) holds.insert(slots.slot + slot);
    bool is_of_itself = false, is_in_address = false;
    uint32_t branch_end = 0;
    for (uint32_t pc = loop_.begin; pc <= loop_.end; ++pc) {
      branch_end = std::max(branch_end, end_of_branch(pc));
      const RegisterUses& uses = uses_[pc - loop_.begin];
      // Under a branch's mask some lanes keep the last value; else all that take the turn get one.
      const bool is_branch = pc < branch_end;
      const auto end = uses.reads.end() - (uses.keeps_last && !is_branch ? 1 : 0);
      const bool reads = std::any_of(uses.reads.begin(), end, any);
      if (pc == pc_) is_in_address = !uses.reads.empty() && any(uses.reads.front());
      if (pc == write_pc) is_of_itself = reads;
      for (const SlotRange& write : uses.writes) {
        for (uint32_t slot = 0; slot < uint32_t{write.width} * write.count; ++slot) {
          if (reads)
            holds.insert(write.slot + slot);
          else if (!is_branch)
            holds.erase(write.slot + slot);
        }
      }
    }
    return is_of_itself && is_in_address;
  }

  const Program& program_;
  const uint32_t pc_;
  const LoopNest::Loop loop_;
  std::vector<RegisterUses> uses_;  // of the loop's instructions
};

}  // namespace

std::vector<LoadUse> load_uses(const Program& program) {
  const LoopNest loops(program);
  std::vector<LoadUse> uses(program.sites.size());
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const uint32_t site = program.sites_of[pc];
    if (site >= uses.size() || program.sites[site].operation == Operation::kStore) continue;
    std::optional<LoopNest::Loop> loop;
    if (loops.innermost(pc) != LoopNest::kNone) loop = loops[loops.innermost(pc)];
    LoadUse use = Follower(program, pc, loop).follow();
    if (use.decides_loop && loop && program.sites[site].is_volatile)
      uses[site].moves_on = uses[site].moves_on || AddressChange(program, pc, *loop).is_each_turn();
    uses[site].decides_loop = uses[site].decides_loop || use.decides_loop;
    uses[site].feeds_itself = uses[site].feeds_itself || use.feeds_itself;
    uses[site].stores.merge(use.stores);
    uses[site].addresses.merge(use.addresses);
  }
  return uses;
}

}  // namespace warplens::code
