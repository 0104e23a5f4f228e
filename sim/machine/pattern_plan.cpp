// A register may be a pattern where instructions that can make one write it from registers that may
// be patterns. Instructions between two targets of jumps are looked at in order: what one of them
// has just written is known. What is read further away is a pattern only if all that write it make
// patterns, which leaves sums of loaded numbers in lanes. Registers whose slots are read otherwise
// than they were written are never patterns.
#include "sim/machine/pattern_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/machine/builtins.hpp"

namespace warplens::machine {

namespace {

using code::Instr;
using code::Op;
using code::OpInfo;

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

constexpr uint8_t width_of(char shape) {
  return shape == 'w' ? 2 : 1;
}

// A use of one value: where it starts and how many slots it takes.
using Use = std::pair<uint32_t, uint32_t>;

// What an instruction reads and writes.
struct Uses {
  std::vector<SlotRange> reads, writes;
  bool is_asked = false;  // what the first read is held as is asked by the instruction
};

bool is_access(const OpInfo& op) {
  return op.bytes != 0;
}

// Of several values (LoadVec, StoreVec) the number is in another field.
uint8_t count_of(const Instr& instr, const OpInfo& op, size_t field) {
  if (!is_access(op)) return 1;
  if (op.operands[2] == '#' && field == 0) return static_cast<uint8_t>(instr.b);
  if (op.operands[0] == '#' && field == 2) return static_cast<uint8_t>(instr.dst);
  return 1;
}

Uses uses_of(const code::Program& program, const Instr& instr) {
  const OpInfo op = code::info(instr.op);
  Uses uses;
  const std::array<uint16_t, 4> fields{instr.dst, instr.a, instr.b, instr.c};
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!code::is_register(op.operands[i])) continue;
    const SlotRange range{fields[i], width_of(op.operands[i]), count_of(instr, op, i)};
    const bool writes = i == 0 && op.writes_register;
    (writes ? uses.writes : uses.reads).push_back(range);
  }
  switch (instr.op) {
    case Op::kMove32:
    case Op::kMove64:
      uses.reads.push_back(uses.writes.front());  // lanes outside of the mask stay
      break;
    case Op::kMatchAll32:
    case Op::kMatchAll64:
      uses.writes.push_back(uses.reads.back());
      break;
    case Op::kPhase:
      uses.reads.front().width = instr.b == 3 ? 2 : 1;
      uses.reads.front().count = instr.b == 0 ? 0 : 1;
      break;
    case Op::kPrint:
      for (const auto& argument : program.prints[static_cast<uint32_t>(instr.imm)].arguments) {
        uses.reads.push_back({static_cast<uint16_t>(argument.slot),
                              static_cast<uint8_t>(lang::size_of(argument.type) == 8 ? 2 : 1), 1});
      }
      break;
    default:
      break;
  }
  if (op.operands[4] == 's')
    uses.reads.push_back({static_cast<uint16_t>(static_cast<uint32_t>(instr.imm) >> 8), 1, 1});
  // Frames of local memory are reached lane by lane.
  uses.is_asked = is_access(op) && op.operands[3] != '#';
  return uses;
}

// Of an instruction of which all that it reads may be patterns.
void treat(const code::Program& program, const Instr& instr, PlannedInstr& planned) {
  const auto set = [&](Treatment treatment, int64_t factor = 0) {
    planned.treatment = treatment;
    planned.factor = factor;
  };
  switch (instr.op) {
    case Op::kIf:
      return set(Treatment::kIf, instr.imm);
    case Op::kLoopTest:
      return set(Treatment::kLoopTest, instr.imm);
    case Op::kConst32:
    case Op::kConst64: {
      const uint64_t bits = program.constants[static_cast<uint32_t>(instr.imm)];
      return set(
          Treatment::kConstant,
          static_cast<int64_t>(instr.op == Op::kConst64 ? bits : static_cast<uint32_t>(bits)));
    }
    case Op::kBuiltin:
      return set(is_of_block(static_cast<lang::Builtin>(instr.imm)) ? Treatment::kOfBlock
                                                                    : Treatment::kBuiltin);
    case Op::kMove32:
    case Op::kMove64:
      return set(Treatment::kMove);
    case Op::kCopy32:
    case Op::kCopy64:
      return set(Treatment::kCopy);
    case Op::kSelect32:
    case Op::kSelect64:
      return set(Treatment::kSelect);
    case Op::kAddImm64:
      return set(Treatment::kAddNumber, instr.imm);
    case Op::kTruncateI64:
      return set(Treatment::kTruncate);
    case Op::kExtendS32:
      return set(Treatment::kExtendSigned);
    case Op::kExtendU32:
      return set(Treatment::kExtendUnsigned);
    case Op::kScale32:
      return set(Treatment::kScale, instr.imm);
    case Op::kAddI32:
      return set(Treatment::kSum, 1);
    case Op::kSubI32:
      return set(Treatment::kSum, -1);
    case Op::kIndex32:
      return set(Treatment::kSum, instr.imm);
    case Op::kAddI64:
      return set(Treatment::kWideSum, 1);
    case Op::kSubI64:
      return set(Treatment::kWideSum, -1);
    case Op::kIndex64:
      return set(Treatment::kWideSum, instr.imm);
    case Op::kIndexS32:
      return set(Treatment::kWideSumSigned, instr.imm);
    case Op::kIndexU32:
      return set(Treatment::kWideSumUnsigned, instr.imm);
    case Op::kMulI32:
      return set(Treatment::kProduct);
    case Op::kMulI64:
      return set(Treatment::kWideProduct);
    case Op::kLtS32:
    case Op::kLeS32:
    case Op::kLtU32:
    case Op::kLeU32:
      planned.scalar = scalar_operation(instr.op);
      return set(Treatment::kCompare);
    case Op::kShlI32:
      return set(Treatment::kShift);
    default:
      planned.scalar = scalar_operation(instr.op);
      return set(planned.scalar == nullptr ? Treatment::kAsk : Treatment::kScalar);
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

template <class Visit>
void for_each_value(const SlotRange& range, Visit visit) {
  for (uint32_t k = 0; k < range.count; ++k) visit(Use{range.slot + k * range.width, range.width});
}

class Planner {
 public:
  explicit Planner(const code::Program& program)
      : program_(program),
        is_target_(program.instrs.size() + 1),
        is_banned_(program.register_slots + 1),
        is_asked_(program.register_slots + 1),
        may_be_(program.register_slots + 1) {
    for (const Instr& instr : program.instrs) uses_.push_back(uses_of(program, instr));
    for (size_t pc = 0; pc < program.instrs.size(); ++pc) {
      const Instr& instr = program.instrs[pc];
      if (code::info(instr.op).operands[4] == '@')
        is_target_[static_cast<uint32_t>(instr.imm)] = true;
    }
  }

  std::shared_ptr<const PatternPlan> plan() {
    ban_mixed_uses();
    find_steady();
    std::fill(may_be_.begin(), may_be_.end(), true);
    // Nothing but moves would be done with them.
    for (const code::Parameter& parameter : program_.parameters)
      if (parameter.type->is_scalar() && base::is_floating(parameter.type->scalar))
        may_be_[parameter.slot] = false;
    // A chain of variables may need as many passes as it is long.
    constexpr int kMostPasses = 16;
    for (int pass = 0; withdraw(); ++pass) {
      if (pass < kMostPasses) continue;
      for (size_t slot = 0; slot < may_be_.size(); ++slot)
        may_be_[slot] = may_be_[slot] && !is_asked_[slot];
    }
    PatternPlan plan;
    plan.begins_as_pattern = may_be_;
    latest_.clear();
    for (size_t pc = 0; pc < program_.instrs.size(); ++pc) add(pc, plan);
    if (!pays_off(plan)) return nullptr;
    return std::make_shared<const PatternPlan>(std::move(plan));
  }

 private:
  template <class Visit>
  void for_each_parameter(Visit visit) const {
    for (const code::Parameter& parameter : program_.parameters)
      visit(Use{parameter.slot, lang::size_of(parameter.type) == 8 ? 2 : 1});
    for (const code::GlobalVariable& global : program_.globals)
      if (!global.is_constant) visit(Use{global.slot, 2});
  }

  bool pays_off(const PatternPlan& plan) const {
    constexpr double kTurns = 16;  // of a loop, as long as nobody knows
    std::vector<double> times(plan.instrs.size(), 1);
    for (size_t pc = 0; pc < times.size(); ++pc) {
      const Instr& instr = program_.instrs[pc];
      if (code::info(instr.op).operands[4] != '@') continue;
      for (size_t in = static_cast<uint32_t>(instr.imm); in <= pc; ++in) times[in] *= kTurns;
    }
    double all = 0, with_pattern = 0;
    for (size_t pc = 0; pc < times.size(); ++pc) {
      if (!uses_[pc].is_asked) continue;
      all += times[pc];
      if (plan.instrs[pc].treatment == Treatment::kAsk) with_pattern += times[pc];
    }
    return 2 * with_pattern >= all;
  }

  // A value that is read after other instructions than those next to it wrote it, must have been
  // written whole by all that touch its slots.
  void ban_mixed_uses() {
    std::set<Use> written, asked;
    for_each_parameter([&](const Use& use) { written.insert(use); });
    std::vector<Use> latest(program_.register_slots + 1, Use{0, 0});  // by slot; width 0: unknown
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      if (is_target_[pc]) std::fill(latest.begin(), latest.end(), Use{0, 0});
      for (const SlotRange& read : uses_[pc].reads) {
        for_each_value(read, [&](const Use& use) {
          for (uint32_t k = 0; k < use.second; ++k)
            if (latest[use.first + k] != use) asked.insert(use);
        });
      }
      for (const SlotRange& write : uses_[pc].writes) {
        for_each_value(write, [&](const Use& use) {
          written.insert(use);
          for (uint32_t k = 0; k < use.second; ++k) latest[use.first + k] = use;
        });
      }
    }
    for (const Use& read : asked) {
      is_asked_[read.first] = true;
      for (uint32_t first = read.first == 0 ? 0 : read.first - 1; first < read.first + read.second;
           ++first) {
        for (const uint32_t width : {1u, 2u}) {
          const Use use{first, width};
          if (use == read || first + width <= read.first || !written.contains(use)) continue;
          is_banned_[use.first] = is_banned_[read.first] = true;
        }
      }
    }
  }

  // Registers that are written once and for all: their lanes are written with them, so that nobody
  // has to ask whether they are.
  void find_steady() {
    is_steady_.assign(program_.register_slots + 1, true);
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      const Op op = program_.instrs[pc].op;
      if (op == Op::kConst32 || op == Op::kConst64 || op == Op::kBuiltin) continue;
      for (const SlotRange& write : uses_[pc].writes) {
        for_each_value(write, [&](const Use& use) {
          for (uint32_t k = 0; k < use.second; ++k) is_steady_[use.first + k] = false;
        });
      }
    }
  }

  // What others than the instructions next to it read is a pattern only if all that write it make
  // patterns. Whether one more has to be withdrawn.
  bool withdraw() {
    bool is_new = false;
    latest_.clear();
    for (size_t pc = 0; pc < uses_.size(); ++pc) {
      step(pc, [&](const Use& result) {
        if (!is_asked_[result.first] || !may_be_[result.first]) return;
        may_be_[result.first] = false;
        is_new = true;
      });
    }
    return is_new;
  }

  bool may_read(const SlotRange& read) const {
    if (is_banned_[read.slot]) return false;
    const auto latest = latest_.find(read.slot);
    return latest == latest_.end() ? bool{may_be_[read.slot]} : latest->second;
  }

  // Whether all that an instruction would work on may be patterns.
  bool may_try(size_t pc) const {
    const Uses& uses = uses_[pc];
    if (uses.is_asked) return may_read(uses.reads.front());
    const Op op = program_.instrs[pc].op;
    if (takes_pattern(op)) return may_read(uses.reads.front());
    if (!can_make_pattern(op)) return false;
    const uint32_t result = uses.writes.front().slot;
    if (is_banned_[result] || (is_asked_[result] && !may_be_[result])) return false;
    const bool is_move = op == Op::kMove32 || op == Op::kMove64;
    const size_t count = is_move ? 1 : uses.reads.size();  // of a move the source alone
    return std::all_of(uses.reads.begin(), uses.reads.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const SlotRange& read) { return may_read(read); });
  }

  // Goes past an instruction; tells which results are in lanes.
  template <class InLanes>
  void step(size_t pc, InLanes in_lanes) {
    if (is_target_[pc]) latest_.clear();
    const bool makes = can_make_pattern(program_.instrs[pc].op) && may_try(pc);
    for (const SlotRange& write : uses_[pc].writes) {
      for_each_value(write, [&](const Use& use) {
        latest_[use.first] = makes;
        if (!makes) in_lanes(use);
      });
    }
  }

  void add(size_t pc, PatternPlan& plan) {
    if (is_target_[pc]) latest_.clear();
    PlannedInstr planned;
    const Instr& instr = program_.instrs[pc];
    const Uses& uses = uses_[pc];
    planned.is_unary = uses.reads.size() == 1;
    planned.is_steady = !uses.writes.empty() && is_steady_[uses.writes.front().slot];
    planned.dst = instr.dst;
    planned.a = instr.a;
    planned.b = instr.b;
    planned.first = static_cast<uint32_t>(plan.ranges.size());
    for (size_t i = uses.is_asked ? 1 : 0; i < uses.reads.size(); ++i) {
      if (!may_settle(uses.reads[i])) continue;
      plan.ranges.push_back(uses.reads[i]);
      ++planned.settles;
    }
    const bool tries = may_try(pc);
    if (tries && can_make_pattern(instr.op)) {  // else nobody asks what its results are held as
      plan.ranges.insert(plan.ranges.end(), uses.writes.begin(), uses.writes.end());
      planned.forgets = static_cast<uint16_t>(uses.writes.size());
    }
    if (tries) {
      treat(program_, instr, planned);
    } else if (planned.settles + planned.forgets > 0) {
      planned.treatment = Treatment::kSettle;
    } else {
      planned.treatment = on_the_way(instr.op);
      planned.factor = instr.imm;
    }
    plan.instrs.push_back(planned);
    step(pc, [](const Use&) {});
    if (pc > 0 && !is_target_[pc]) lead_on(plan.instrs[pc - 1], plan.instrs[pc]);
  }

  static void lead_on(PlannedInstr& planned, const PlannedInstr& next) {
    if (planned.treatment < Treatment::kConstant || planned.dst != next.a) return;
    planned.is_moved = next.treatment == Treatment::kMove;
    planned.is_tested =
        planned.treatment == Treatment::kCompare &&
        (next.treatment == Treatment::kIf || next.treatment == Treatment::kLoopTest);
  }

  bool may_settle(const SlotRange& read) const {
    bool may = false;
    for_each_value(read, [&](const Use& use) {
      may |= !is_steady_[use.first] &&
             may_read({static_cast<uint16_t>(use.first), static_cast<uint8_t>(use.second), 1});
    });
    return may;
  }

  const code::Program& program_;
  std::vector<Uses> uses_;       // parallel to instrs
  std::vector<bool> is_target_;  // by pc
  std::vector<bool> is_banned_;  // by slot
  std::vector<bool> is_asked_;   // by slot: read where another instruction may have written it
  std::vector<bool> may_be_;     // by slot
  std::vector<bool> is_steady_;  // by slot
  // Slots that the instructions just before wrote, and whether patterns.
  std::map<uint32_t, bool> latest_;
};

}  // namespace

std::shared_ptr<const PatternPlan> plan_patterns(const code::Program& program) {
  if (!program.subroutines.empty()) return nullptr;
  return Planner(program).plan();
}

}  // namespace warplens::machine
