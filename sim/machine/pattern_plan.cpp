// A web of writes and reads (sim/code/register_webs.hpp) is held as patterns where all its writes
// are by instructions that make patterns of patterns. Webs whose slots are read otherwise than they
// were written are never patterns.
#include "sim/machine/pattern_plan.hpp"

#include <utility>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_webs.hpp"
#include "sim/machine/builtins.hpp"

namespace warplens::machine {

namespace {

using code::Instr;
using code::Op;
using code::RegisterUses;
using code::RegisterWebs;
using code::value_count;

// Reads a pattern and writes no register.
bool takes_pattern(Op op) {
  return op == Op::kIf || op == Op::kLoopTest;
}

// Can write a pattern where all that it reads are patterns.
bool can_make_pattern(Op op) {
  switch (op) {
    case Op::kConst32:
    case Op::kConst64:
    case Op::kBuiltin:
    case Op::kMove32:
    case Op::kMove64:
    case Op::kCopy32:
    case Op::kCopy64:
    case Op::kSelect32:
    case Op::kSelect64:
    case Op::kScale32:
    case Op::kIndex32:
    case Op::kIndexS32:
    case Op::kIndexU32:
    case Op::kIndex64:
    case Op::kAddImm64:
      return true;
    default:
      return scalar_operation(op) != nullptr;
  }
}

// Asks itself what its first read is held as. Frames of local memory are reached lane by lane.
bool asks(Op op) {
  const code::OpInfo info = code::info(op);
  return info.is_access && !info.is_local && info.operation != code::Operation::kCopy;
}

// How an instruction is executed if all that it reads may be patterns.
struct OnPatterns {
  Treatment treatment = Treatment::kAsk;
  int64_t factor = 0;  // PlannedInstr::factor
};

OnPatterns arithmetic_on_patterns(const Instr& instr) {
  switch (instr.op) {
    case Op::kTruncateI64:
      return {Treatment::kTruncate};
    case Op::kExtendS32:
      return {Treatment::kExtendSigned};
    case Op::kExtendU32:
      return {Treatment::kExtendUnsigned};
    case Op::kScale32:
      return {Treatment::kScale, instr.imm};
    case Op::kAddI32:
      return {Treatment::kSum, 1};
    case Op::kSubI32:
      return {Treatment::kSum, -1};
    case Op::kIndex32:
      return {Treatment::kSum, instr.imm};
    case Op::kAddI64:
      return {Treatment::kWideSum, 1};
    case Op::kSubI64:
      return {Treatment::kWideSum, -1};
    case Op::kIndex64:
      return {Treatment::kWideSum, instr.imm};
    case Op::kIndexS32:
      return {Treatment::kWideSumSigned, instr.imm};
    case Op::kIndexU32:
      return {Treatment::kWideSumUnsigned, instr.imm};
    case Op::kMulI32:
      return {Treatment::kProduct};
    case Op::kMulI64:
      return {Treatment::kWideProduct};
    case Op::kLtS32:
      return {Treatment::kCompare, bits_of({true, false})};
    case Op::kLeS32:
      return {Treatment::kCompare, bits_of({true, true})};
    case Op::kLtU32:
      return {Treatment::kCompare, bits_of({false, false})};
    case Op::kLeU32:
      return {Treatment::kCompare, bits_of({false, true})};
    case Op::kShlI32:
      return {Treatment::kShift};
    default:
      return {scalar_operation(instr.op) == nullptr ? Treatment::kAsk : Treatment::kScalar};
  }
}

OnPatterns on_patterns(const code::Program& program, const Instr& instr) {
  switch (instr.op) {
    case Op::kIf:
      return {Treatment::kIf, instr.imm};
    case Op::kLoopTest:
      return {Treatment::kLoopTest, instr.imm};
    case Op::kConst32:
    case Op::kConst64: {
      const uint64_t bits = program.constants[static_cast<uint32_t>(instr.imm)];
      return {Treatment::kConstant,
              static_cast<int64_t>(instr.op == Op::kConst64 ? bits : static_cast<uint32_t>(bits))};
    }
    case Op::kBuiltin:
      return {is_of_block(static_cast<lang::Builtin>(instr.imm)) ? Treatment::kOfBlock
                                                                 : Treatment::kBuiltin};
    case Op::kMove32:
    case Op::kMove64:
      return {Treatment::kMove};
    case Op::kCopy32:
    case Op::kCopy64:
      return {Treatment::kCopy};
    case Op::kSelect32:
    case Op::kSelect64:
      return {Treatment::kSelect};
    case Op::kAddImm64:
      return {Treatment::kAddNumber, instr.imm};
    default:
      return arithmetic_on_patterns(instr);
  }
}

Treatment on_the_way(Op op) {
  switch (op) {
    case Op::kJump:
      return Treatment::kJump;
    case Op::kJumpIfNone:
      return Treatment::kJumpIfNone;
    case Op::kJumpIfAny:
      return Treatment::kJumpIfAny;
    case Op::kRejoin:
      return Treatment::kRejoin;
    default:
      return Treatment::kPlain;
  }
}

class Planner {
 public:
  explicit Planner(const code::Program& program)
      : program_(program),
        uses_(register_uses(program)),
        webs_(program, uses_),
        may_be_(webs_.count(), true),
        has_patterns_(webs_.count()),
        reads_(webs_.count()),
        is_kept_(webs_.count()),
        is_steady_(program.register_slots + 1, true) {}

  std::shared_ptr<const PatternPlan> plan() {
    find_steady();
    count_reads();
    withdraw();
    note_groups();
    PatternPlan plan;
    plan.begins_as_pattern.resize(program_.register_slots + 1);
    const std::vector<RegisterUse> launch = registers_of_launch(program_);
    for (size_t k = 0; k < launch.size(); ++k)
      plan.begins_as_pattern[launch[k].slot] = may_be_[webs_.web_of_launch(k)];
    for (size_t pc = 0; pc < program_.instrs.size(); ++pc) add(pc, plan);
    if (!pays_off(plan)) return nullptr;
    return std::make_shared<const PatternPlan>(std::move(plan));
  }

 private:
  const Instr& instr_at(size_t pc) const { return program_.instrs[pc]; }

  bool pays_off(const PatternPlan& plan) const {
    constexpr double kTurns = 16;  // of a loop, as long as nobody knows
    std::vector<double> times(plan.instrs.size(), 1);
    for (size_t pc = 0; pc < times.size(); ++pc) {
      if (!code::info(instr_at(pc).op).jumps()) continue;
      for (size_t in = static_cast<uint32_t>(instr_at(pc).imm); in <= pc; ++in) times[in] *= kTurns;
    }
    double all = 0, with_pattern = 0;
    for (size_t pc = 0; pc < times.size(); ++pc) {
      if (!asks(instr_at(pc).op)) continue;
      all += times[pc];
      if (plan.instrs[pc].treatment == Treatment::kAsk) with_pattern += times[pc];
    }
    return 2 * with_pattern >= all;
  }

  // Registers that are written once and for all: their lanes are written with them, so that nobody
  // has to ask whether they are.
  void find_steady() {
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      const Op op = instr_at(pc).op;
      if (op == Op::kConst32 || op == Op::kConst64 || op == Op::kBuiltin) continue;
      for (const SlotRange& write : uses_[pc].writes) {
        for_each_value(write, [&](const RegisterUse& use) {
          for (uint32_t k = 0; k < use.width; ++k) is_steady_[use.slot + k] = false;
        });
      }
    }
  }

  void count_reads() {
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      const uint32_t reads = value_count(uses_[pc].reads);
      for (uint32_t k = 0; k < reads; ++k) ++reads_[webs_.web(pc, k)];
      if (uses_[pc].keeps_last) is_kept_[webs_.group(pc, reads - 1)] = true;
    }
  }

  // How many of the values that it reads have to be patterns, for what it makes to be one. Of a
  // move, the source alone.
  uint32_t counted_reads(size_t pc) const {
    return uses_[pc].keeps_last ? 1 : value_count(uses_[pc].reads);
  }

  // A web is of patterns only if all that writes it makes patterns, which leaves sums of loaded
  // numbers in lanes.
  void withdraw() {
    std::vector<std::vector<uint32_t>> readers(webs_.count());  // by web, those that make patterns
    std::vector<uint32_t> withdrawn;
    const auto take_back = [&](uint32_t web) {
      if (may_be_[web]) withdrawn.push_back(web);
      may_be_[web] = false;
    };
    for (uint32_t pc = 0; pc < uses_.size(); ++pc) {
      const uint32_t reads = value_count(uses_[pc].reads);
      const bool makes = can_make_pattern(instr_at(pc).op);
      for (uint32_t k = 0; makes && k < counted_reads(pc); ++k)
        readers[webs_.web(pc, k)].push_back(pc);
      for (uint32_t k = 0; !makes && k < value_count(uses_[pc].writes); ++k)
        take_back(webs_.web(pc, reads + k));
    }
    for (uint32_t web = 0; web < webs_.count(); ++web)
      if (webs_.is_mixed(web)) take_back(web);
    // Nothing but moves would be done with them.
    for (size_t k = 0; k < program_.parameters.size(); ++k) {
      const lang::Type& type = *program_.parameters[k].type;
      if (type.is_scalar() && base::is_floating(type.scalar)) take_back(webs_.web_of_launch(k));
    }
    while (!withdrawn.empty()) {
      const uint32_t web = withdrawn.back();
      withdrawn.pop_back();
      for (const uint32_t pc : readers[web]) take_back(webs_.web(pc, value_count(uses_[pc].reads)));
    }
  }

  // What a move keeps in some lanes may be a pattern if anything of its group is one; whatever else
  // writes there has to say that it is none.
  void note_groups() {
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      const uint32_t reads = value_count(uses_[pc].reads);
      for (uint32_t k = reads; k < reads + value_count(uses_[pc].writes); ++k)
        if (may_be_[webs_.web(pc, k)]) has_patterns_[webs_.group(pc, k)] = true;
    }
    const size_t of_launch = registers_of_launch(program_).size();
    for (size_t k = 0; k < of_launch; ++k)
      if (may_be_[webs_.web_of_launch(k)]) has_patterns_[webs_.group_of_launch(k)] = true;
  }

  // Whether all that an instruction would work on may be patterns.
  bool may_try(size_t pc) const {
    const Op op = instr_at(pc).op;
    if (can_make_pattern(op)) return may_be_[webs_.web(pc, value_count(uses_[pc].reads))];
    return (asks(op) || takes_pattern(op)) && may_be_[webs_.web(pc, 0)];
  }

  void add(size_t pc, PatternPlan& plan) {
    PlannedInstr planned;
    const Instr& instr = instr_at(pc);
    const RegisterUses& uses = uses_[pc];
    planned.is_unary = uses.reads.size() == 1;
    planned.is_steady = !uses.writes.empty() && is_steady_[uses.writes.front().slot];
    planned.dst = instr.dst;
    planned.a = instr.a;
    planned.b = instr.b;
    planned.first = static_cast<uint32_t>(plan.ranges.size());
    planned.settles = add_settled(pc, plan.ranges);
    planned.forgets = add_forgotten(pc, plan.ranges);
    if (may_try(pc)) {
      const OnPatterns how = on_patterns(program_, instr);
      planned.treatment = how.treatment;
      planned.factor = how.factor;
    } else if (planned.settles + planned.forgets > 0) {
      planned.treatment = Treatment::kSettle;
    } else {
      planned.treatment = on_the_way(instr.op);
      planned.factor = instr.imm;
    }
    plan.instrs.push_back(planned);
    plan.scalars.push_back(planned.treatment == Treatment::kScalar ? scalar_operation(instr.op)
                                                                   : nullptr);
    if (pc > 0) join_to_previous(pc, plan);
  }

  // Adds the values that have to be put into lanes before the instruction. How many.
  uint16_t add_settled(size_t pc, std::vector<SlotRange>& ranges) const {
    const RegisterUses& uses = uses_[pc];
    uint32_t value = 0;
    uint16_t settles = 0;
    for (const SlotRange& read : uses.reads) {
      const bool is_kept = uses.keeps_last && &read == &uses.reads.back();
      const bool is_asked = asks(instr_at(pc).op) && &read == &uses.reads.front();
      for_each_value(read, [&](const RegisterUse& use) {
        const bool may_be =
            is_kept ? has_patterns_[webs_.group(pc, value)] : may_be_[webs_.web(pc, value)];
        ++value;
        if (!may_be || is_steady_[use.slot] || is_asked) return;
        ranges.push_back({use.slot, use.width, 1});
        ++settles;
      });
    }
    return settles;
  }

  // Adds the results that may have been patterns. How many.
  uint16_t add_forgotten(size_t pc, std::vector<SlotRange>& ranges) const {
    uint32_t value = value_count(uses_[pc].reads);
    uint16_t forgets = 0;
    for (const SlotRange& write : uses_[pc].writes) {
      bool may_forget = false;
      for_each_value(write, [&](const RegisterUse&) {
        may_forget = may_forget || has_patterns_[webs_.group(pc, value++)];
      });
      if (!may_forget) continue;
      ranges.push_back(write);
      ++forgets;
    }
    return forgets;
  }

  // What the instruction before may do of this one, too.
  void join_to_previous(size_t pc, PatternPlan& plan) const {
    const Instr& instr = instr_at(pc);
    PlannedInstr& previous = plan.instrs[pc - 1];
    lead_on(previous, plan.instrs[pc]);
    if (may_multiply_add(pc, plan)) {
      previous.treatment = Treatment::kMultiplyAdd;
      previous.first = static_cast<uint32_t>(plan.sums.size());
      plan.sums.push_back({instr, 2});
    }
    if (may_move_in_place(pc, plan)) {
      if (pc > 1 && plan.instrs[pc - 2].treatment == Treatment::kMultiplyAdd) {
        plan.sums.back().fused.dst = instr.dst;
        plan.sums.back().instructions = 3;
      }
      previous.treatment = Treatment::kInPlace;
      previous.first = static_cast<uint32_t>(plan.moved.size());
      plan.moved.push_back(instr_at(pc - 1));
      plan.moved.back().dst = instr.dst;
    }
    if (pc > 1 && plan.instrs[pc - 2].is_moved)
      plan.instrs[pc - 2].is_looped = plan.instrs[pc].treatment == Treatment::kJumpIfAny;
  }

  static void lead_on(PlannedInstr& planned, const PlannedInstr& next) {
    if (planned.treatment < Treatment::kConstant || planned.dst != next.a) return;
    planned.is_moved = next.treatment == Treatment::kMove;
    planned.is_tested =
        planned.treatment == Treatment::kCompare &&
        (next.treatment == Treatment::kIf || next.treatment == Treatment::kLoopTest);
    planned.is_indexed =
        planned.treatment == Treatment::kScale && next.treatment == Treatment::kSum;
  }

  // Whether the instruction is a move of what the one before made of lanes for it alone.
  bool may_move_in_place(size_t pc, const PatternPlan& plan) const {
    const Op op = instr_at(pc).op;
    if (op != Op::kMove32 && op != Op::kMove64) return false;
    return code::computes_lanes(instr_at(pc - 1).op) && is_made_for_next(pc, plan);
  }

  // The same of a product, and of the sum that it is fused with.
  bool may_multiply_add(size_t pc, const PatternPlan& plan) const {
    const Instr &sum = instr_at(pc), &product = instr_at(pc - 1);
    return sum.op == Op::kFusedF32 && product.op == Op::kMulF32 && sum.a == product.a &&
           sum.b == product.b && is_made_for_next(pc, plan);
  }

  // Whether both are of lanes alone, and nothing else reads what the one before makes.
  bool is_made_for_next(size_t pc, const PatternPlan& plan) const {
    if (plan.instrs[pc].treatment != Treatment::kPlain ||
        plan.instrs[pc - 1].treatment != Treatment::kPlain) {
      return false;
    }
    const uint32_t result = value_count(uses_[pc - 1].reads);
    const uint32_t web = webs_.web(pc - 1, result);
    bool is_read = false;
    for (uint32_t k = 0; k < counted_reads(pc); ++k) is_read = is_read || webs_.web(pc, k) == web;
    return is_read && reads_[web] == 1 && !webs_.is_mixed(web) &&
           !is_kept_[webs_.group(pc - 1, result)];
  }

  const code::Program& program_;
  std::vector<RegisterUses> uses_;  // parallel to instrs
  RegisterWebs webs_;
  std::vector<bool> may_be_;        // by web: patterns
  std::vector<bool> has_patterns_;  // by group
  std::vector<uint32_t> reads_;     // by web
  std::vector<bool> is_kept_;       // by group: by some move
  std::vector<bool> is_steady_;     // by slot
};

}  // namespace

std::shared_ptr<const PatternPlan> plan_patterns(const code::Program& program) {
  if (!program.subroutines.empty()) return nullptr;
  return Planner(program).plan();
}

}  // namespace warplens::machine
