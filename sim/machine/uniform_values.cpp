// By rounds: what varies makes what is computed from it vary, and branches on it part the lanes, so
// that variables vary which are moved to on one side and read where the sides meet.
#include "sim/machine/uniform_values.hpp"

#include <algorithm>
#include <bit>

#include "sim/code/opcodes.hpp"
#include "sim/machine/builtins.hpp"

namespace warplens::machine {

using code::Instr;
using code::Op;
using code::RegisterUse;
using code::SlotRange;

namespace {

bool is_move(Op op) {
  return op == Op::kMove32 || op == Op::kMove64;
}

// Lanes come back from mask register dst.
bool gains_lanes(Op op) {
  return op == Op::kElse || op == Op::kJoin || op == Op::kRejoin || op == Op::kMaskEnter;
}
// Lanes are sent to mask register dst.
bool sends_lanes(Op op) {
  return op == Op::kIf || op == Op::kElse || op == Op::kLoopTest || op == Op::kLeave ||
         op == Op::kMaskTake || op == Op::kMaskCopy;
}
// What mask register dst had is forgotten.
bool replaces_mask(Op op) {
  return op == Op::kIf || op == Op::kMaskClear || op == Op::kMaskTake || op == Op::kMaskCopy;
}
// Masks that a switch or a goto makes: they are read in any order.
bool is_loose(Op op) {
  return op == Op::kMaskTake || op == Op::kMaskCopy || op == Op::kMaskEnter || op == Op::kMaskDrop;
}

// What native code leaves to the interpreter, as a block of its own.
bool is_interpreted(Op op) {
  return code::copies_in_bulk(op) || op == Op::kBarrierVote || op == Op::kMbarrierWait ||
         op == Op::kPrint || op == Op::kAssert || op == Op::kTrap;
}
// Where a warp stops or control parts.
bool ends_block(Op op) {
  return op == Op::kBarrier || op == Op::kEnd || is_interpreted(op) || code::info(op).jumps();
}

}  // namespace

// A bit for each slot, by block: of those read before they are written.
struct UniformValues::Sets {
  size_t words = 0;
  std::vector<uint64_t> bits;
  bool has(size_t block, uint32_t slot) const {
    return (bits[block * words + slot / 64] >> (slot % 64) & 1) != 0;
  }
};

namespace {

bool makes_local_pointers(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(),
                     [](const Instr& instr) { return instr.op == Op::kLocalPointer; });
}

}  // namespace

UniformValues::UniformValues(const code::Program& program, const WarpShape& shape)
    : program_(program),
      shape_(shape),
      has_local_pointers_(makes_local_pointers(program)),
      uses_(code::register_uses(program)),
      webs_(program, uses_),
      varies_(webs_.count()),
      sizes_(webs_.count()) {
  find_blocks();
  find_gains();
  const Sets live = live_slots(false);
  for (size_t pc = 0; pc < uses_.size(); ++pc) {
    const size_t values = code::value_count(uses_[pc].reads) + code::value_count(uses_[pc].writes);
    for (size_t k = 0; k < values; ++k) {
      ++sizes_[webs_.web(pc, k)];
      if (webs_.is_mixed(webs_.web(pc, k))) varies_[webs_.group(pc, k)] = true;
    }
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t pc = 0; pc < uses_.size(); ++pc) changes = spread(pc) || changes;
    changes = spread_moves(live) || changes;
  }
  const Sets varying = live_slots(true);
  for (uint32_t slot = 0; slot < program_.register_slots; ++slot)
    if (varying.has(0, slot)) read_first_.push_back(static_cast<uint16_t>(slot));
}

bool UniformValues::writes_uniform(size_t pc) const {
  return is_uniform(pc, code::value_count(uses_[pc].reads));
}

bool UniformValues::is_all_uniform(size_t pc) const {
  const size_t values = code::value_count(uses_[pc].reads) + code::value_count(uses_[pc].writes);
  for (size_t k = 0; k < values; ++k)
    if (!is_uniform(pc, k)) return false;
  return true;
}

bool UniformValues::is_for_next(size_t pc) const {
  if (code::value_count(uses_[pc].writes) != 1 || begins_block(pc + 1)) return false;
  const uint32_t web = webs_.web(pc, code::value_count(uses_[pc].reads));
  uint32_t found = 0;
  for (size_t k = 0; k < code::value_count(uses_[pc + 1].reads); ++k)
    if (webs_.web(pc + 1, k) == web) ++found;
  return found > 0 && found + 1 == sizes_[web];
}

void UniformValues::find_blocks() {
  const std::vector<Instr>& instrs = program_.instrs;
  std::vector<bool> begins(instrs.size() + 1);
  begins[0] = begins[instrs.size()] = true;
  for (size_t pc = 0; pc < instrs.size(); ++pc) {
    if (code::info(instrs[pc].op).jumps()) begins[static_cast<uint32_t>(instrs[pc].imm)] = true;
    if (ends_block(instrs[pc].op)) begins[pc + 1] = true;
    if (gains_lanes(instrs[pc].op) || is_interpreted(instrs[pc].op)) begins[pc] = true;
  }
  block_of_.assign(instrs.size() + 1, kNone);
  for (uint32_t pc = 0; pc <= instrs.size(); ++pc) {
    if (!begins[pc]) continue;
    block_of_[pc] = static_cast<uint32_t>(begins_.size());
    begins_.push_back(pc);
  }
}

// From the first instruction that may have sent lanes to the mask register that this one reads, to
// this one; longer where a loop leads back into that.
UniformValues::Gain UniformValues::gain_at(uint32_t pc) const {
  const std::vector<Instr>& instrs = program_.instrs;
  const uint16_t mask = instrs[pc].dst;
  const bool is_kept_loosely = std::any_of(instrs.begin(), instrs.end(), [&](const Instr& instr) {
    return is_loose(instr.op) &&
           (instr.dst == mask || (instr.op == Op::kMaskCopy && instr.a == mask));
  });
  Gain gain{pc, pc, pc};
  if (is_kept_loosely) {
    gain.begin = 0;
    gain.end = static_cast<uint32_t>(instrs.size()) - 1;
    return gain;
  }
  for (uint32_t at = pc; at-- > 0;) {
    if (instrs[at].dst != mask) continue;
    if (instrs[at].op == Op::kRejoin) break;
    if (sends_lanes(instrs[at].op)) gain.begin = at;
    if (replaces_mask(instrs[at].op)) break;
  }
  return gain;
}

void UniformValues::find_gains() {
  const std::vector<Instr>& instrs = program_.instrs;
  std::vector<std::pair<uint32_t, uint32_t>> back;  // jumps: from, to
  for (uint32_t pc = 0; pc < instrs.size(); ++pc) {
    const auto target = static_cast<uint32_t>(instrs[pc].imm);
    if (code::info(instrs[pc].op).jumps() && target <= pc) back.emplace_back(pc, target);
  }
  for (uint32_t pc = 0; pc < instrs.size(); ++pc) {
    if (!gains_lanes(instrs[pc].op)) continue;
    Gain gain = gain_at(pc);
    for (bool changes = true; changes;) {
      changes = false;
      for (const auto& [from, to] : back) {
        const bool starts_inside = from >= gain.begin && from <= gain.end;
        const bool leads_inside = to >= gain.begin && to <= gain.end;
        if (starts_inside == leads_inside) continue;
        if (leads_inside)
          gain.end = from;
        else
          gain.begin = to;
        changes = true;
      }
    }
    gains_.push_back(gain);
  }
}

bool UniformValues::varies_by_itself(size_t pc) const {
  const Instr& instr = program_.instrs[pc];
  const code::OpInfo op = code::info(instr.op);
  if (op.is_access) {
    return op.operation != code::Operation::kLoad || op.is_local || op.is_matrix ||
           (has_local_pointers_ && op.operands[1] == code::Operand::kWideRegister);
  }
  switch (instr.op) {
    case Op::kBuiltin:
      switch (static_cast<lang::Builtin>(instr.imm)) {
        case lang::Builtin::kThreadIdxX:
          return true;
        case lang::Builtin::kThreadIdxY:
          return !shape_.has_one_y;
        case lang::Builtin::kThreadIdxZ:
          return !shape_.has_one_z;
        default:
          return false;
      }
    case Op::kMma:
    case Op::kMmaF64:
    case Op::kShuffle32:
    case Op::kShuffle64:
    case Op::kVote:
    case Op::kMatchAny32:
    case Op::kMatchAny64:
    case Op::kMatchAll32:
    case Op::kMatchAll64:
    case Op::kReduce:
    case Op::kTurnMatrix:
    case Op::kFrameBase:
    case Op::kActiveMask:
    case Op::kBarrierResult:
    case Op::kMbarrierArrive:
      return true;
    default:
      return false;
  }
}

// True if a result is found to vary.
bool UniformValues::spread(size_t pc) {
  const size_t reads = code::value_count(uses_[pc].reads),
               writes = code::value_count(uses_[pc].writes);
  if (writes == 0) return false;
  bool varies = varies_by_itself(pc);
  for (size_t k = 0; k < reads; ++k) varies = varies || varies_[webs_.group(pc, k)];
  if (!varies) return false;
  bool changes = false;
  for (size_t k = reads; k < reads + writes; ++k) {
    const uint32_t group = webs_.group(pc, k);
    changes = changes || !varies_[group];
    varies_[group] = true;
  }
  return changes;
}

// Whether some lanes may go on and others not.
bool UniformValues::parts_lanes(size_t pc) const {
  const Op op = program_.instrs[pc].op;
  if (op == Op::kIf || op == Op::kLoopTest) return !is_uniform(pc, 0);
  return op == Op::kMaskDrop || op == Op::kMaskEnter;
}

bool UniformValues::spread_moves(const Sets& live) {
  bool changes = false;
  for (const Gain& gain : gains_) {
    bool parts = false;
    for (uint32_t pc = gain.begin; pc <= gain.end && !parts; ++pc) parts = parts_lanes(pc);
    if (!parts) continue;
    const auto block =
        std::upper_bound(begins_.begin(), begins_.end(), gain.gain) - begins_.begin() - 1;
    for (uint32_t pc = gain.begin; pc <= gain.end; ++pc) {
      const Instr& instr = program_.instrs[pc];
      if (!is_move(instr.op)) continue;
      const uint32_t group = webs_.group(pc, code::value_count(uses_[pc].reads));
      if (varies_[group] || !live.has(static_cast<size_t>(block), instr.dst)) continue;
      varies_[group] = true;
      changes = true;
    }
  }
  return changes;
}

UniformValues::Sets UniformValues::live_slots(bool only_varying) const {
  const size_t blocks = begins_.size() - 1;
  Sets live;
  live.words = program_.register_slots / 64 + 1;
  live.bits.assign((blocks + 1) * live.words, 0);
  Sets written = live;
  const auto set = [](Sets& sets, size_t block, uint32_t slot) {
    sets.bits[block * sets.words + slot / 64] |= uint64_t{1} << (slot % 64);
  };
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t pc = begins_[block]; pc < begins_[block + 1]; ++pc) {
      size_t k = 0;
      const size_t kept = uses_[pc].keeps_last && !only_varying ? 1 : 0;
      const size_t reads = code::value_count(uses_[pc].reads);
      for (const SlotRange& range : uses_[pc].reads) {
        code::for_each_value(range, [&](const RegisterUse& use) {
          const bool counts = k < reads - kept && !(only_varying && is_uniform(pc, k));
          ++k;
          if (counts && !written.has(block, use.slot)) set(live, block, use.slot);
        });
      }
      for (const SlotRange& range : uses_[pc].writes)
        code::for_each_value(range, [&](const RegisterUse& use) { set(written, block, use.slot); });
    }
  }
  std::vector<std::vector<size_t>> next(blocks);
  for (size_t block = 0; block < blocks; ++block) {
    const Instr& last = program_.instrs[begins_[block + 1] - 1];
    if (code::info(last.op).jumps())
      next[block].push_back(block_of_[static_cast<uint32_t>(last.imm)]);
    if (last.op != Op::kJump && last.op != Op::kEnd) next[block].push_back(block + 1);
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t block = blocks; block-- > 0;) {
      for (const size_t after : next[block]) {
        for (size_t word = 0; word < live.words; ++word) {
          uint64_t& bits = live.bits[block * live.words + word];
          const uint64_t more =
              live.bits[after * live.words + word] & ~written.bits[block * live.words + word];
          changes = changes || (more & ~bits) != 0;
          bits |= more;
        }
      }
    }
  }
  return live;
}

}  // namespace warplens::machine
