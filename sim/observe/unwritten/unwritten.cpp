// What an instruction computes is undefined in the bits that could come out differently
// (taint.hpp). A shuffle hands a value on with what is undefined of it, a reduction all of it; what
// votes and matches make of undefined values counts as defined: nothing is reported that might be
// right. A variable becomes unwritten where its declaration is passed; its registers may hold
// others, of inlined calls, before and after.
#include "sim/observe/unwritten/unwritten.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/code/mma.hpp"
#include "sim/code/pointer.hpp"
#include "sim/code/shuffle_source.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::observe {

using code::Op;
using trace::kWarpSize;

namespace {

bool is_branch(Op op) {
  return op == Op::kIf || op == Op::kLoopTest || op == Op::kMaskDrop;
}

bool is_shuffle(Op op) {
  return op == Op::kShuffle32 || op == Op::kShuffle64;
}

bool asks_lanes(Op op) {
  return op == Op::kVote || op == Op::kMatchAny32 || op == Op::kMatchAny64 ||
         op == Op::kMatchAll32 || op == Op::kMatchAll64;
}

// Whether it does nothing but compute registers, as far as other lanes, memory and the text's order
// are concerned.
bool only_computes(const code::OpInfo& op, Op which) {
  if (op.is_access) return op.operation == code::Operation::kLoad && !op.is_matrix;
  if (is_shuffle(which) || asks_lanes(which)) return false;
  switch (which) {
    case Op::kMma:
    case Op::kMmaF64:
    case Op::kReduce:
    case Op::kTurnMatrix:
    case Op::kSyncWarp:
    case Op::kFence:
    case Op::kBarrier:
    case Op::kBarrierVote:
    case Op::kBarrierResult:
    case Op::kMbarrierInit:
    case Op::kMbarrierInvalidate:
    case Op::kMbarrierArrive:
    case Op::kMbarrierBytes:
    case Op::kMbarrierWait:
    case Op::kMbarrierTest:
    case Op::kActiveMask:
    case Op::kPrint:
    case Op::kAssert:
    case Op::kTrap:
    case Op::kCall:
    case Op::kSubReturn:
    case Op::kReturn:
    case Op::kLeave:
    case Op::kMaskTake:
    case Op::kMaskDrop:
    case Op::kMaskEnter:
    case Op::kLoopTest:
    case Op::kClearLocal:
    case Op::kEnd:
      return false;
    default:
      return true;
  }
}

bool selects(Op op) {
  return op == Op::kSelect32 || op == Op::kSelect64;
}

bool moves_under_mask(Op op) {
  return op == Op::kMove32 || op == Op::kMove64;
}

uint32_t word_of(const WarpMoment& now, uint32_t slot, uint32_t lane) {
  return now.registers[slot * kWarpSize + lane];
}

// Of 64 bits: lane after lane, each in two words.
uint64_t wide_of(const WarpMoment& now, uint32_t slot, uint32_t lane) {
  const size_t at = size_t{slot} * kWarpSize + size_t{lane} * 2;
  return now.registers[at] | uint64_t{now.registers[at + 1]} << 32;
}

uint32_t slots_of(const lang::Type* type) {
  return lang::size_of(type) == 8 ? 2 : 1;
}

}  // namespace

Unwritten::Unwritten(std::shared_ptr<const code::Program> program, uint32_t shared_bytes,
                     trace::BlockId block, trace::BlockId id, std::vector<bool> variables)
    : program_(std::move(program)),
      extent_(block),
      id_(id),
      slots_(program_->register_slots),
      variables_(std::move(variables)),
      steps_(program_->instrs.size()),
      written_(shared_bytes) {
  const size_t warps = (size_t{block.x} * block.y * block.z + kWarpSize - 1) / kWarpSize;
  registers_.resize(warps * slots_);
  last_pc_.assign(warps, 0xffffffff);
  doubts_.resize(warps);
  constexpr uint64_t kMostLocal = uint64_t{32} << 20;  // [bytes] of all threads' frames
  const uint64_t local = uint64_t{warps} * kWarpSize * program_->local_bytes;
  if (local <= kMostLocal) local_.resize(local);
}

const Unwritten::Step& Unwritten::step_at(uint32_t pc) {
  std::optional<Step>& step = steps_[pc];
  if (!step) {
    const code::Instr& instr = program_->instrs[pc];
    const code::OpInfo op = code::info(instr.op);
    step = Step{op, code::register_uses(*program_, instr),
                op.is_access ? code::value_count(instr, op) : uint8_t{1}};
  }
  return *step;
}

void Unwritten::note(Taint& taint, uint32_t lane, const Source& source, uint32_t bits) {
  taint.set(lane, origin_of(source), bits);
}

// Only who comes from the instruction before has passed the declaration: a loop's test may be
// behind it.
void Unwritten::declare(const WarpMoment& now) {
  const bool has_passed = std::exchange(last_pc_[now.warp], now.pc) + 1 == now.pc;
  if (!has_passed) return;
  const auto& all = program_->bare_declarations;
  auto at =
      std::lower_bound(all.begin(), all.end(), now.pc,
                       [](const code::BareDeclaration& one, uint32_t pc) { return one.pc < pc; });
  for (; at != all.end() && at->pc == now.pc; ++at) {
    const auto index = static_cast<uint32_t>(at - all.begin());
    if (!variables_[index]) continue;
    Source source;
    source.declaration = index;
    if (at->is_local) {
      source.offset = kWhole;
      fill_local(now, at->offset, static_cast<uint32_t>(lang::size_of(at->variable->type)),
                 origin_of(source));
      continue;
    }
    uint32_t slot = at->slot;
    for (const lang::Leaf& leaf : lang::leaves_of(at->variable->type)) {
      source.offset = static_cast<uint32_t>(leaf.offset);
      Taint& target = taint(now.warp, slot);
      for (uint32_t left = now.mask; left != 0; left &= left - 1)
        note(target, static_cast<uint32_t>(std::countr_zero(left)), source);
      slot += slots_of(leaf.type);
    }
  }
}

void Unwritten::use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask) {
  for (uint32_t left = value.lanes & mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    use_lane(sources_[value.origin[lane]], warp, pc, lane);
  }
}

void Unwritten::use_lane(const Source& source, uint32_t warp, uint32_t pc, uint32_t lane) {
  const bool is_of_variable = source.declaration != kNoDeclaration;
  if (is_of_variable &&
      variable_uses_.try_emplace(source.declaration, pc, Use{}).first->second.first != pc)
    return;
  Use& use = is_of_variable                 ? variable_uses_.at(source.declaration).second
             : source.shuffle != kNoShuffle ? uses_[{pc, kOfShuffle | source.shuffle}]
                                            : uses_[{pc, source.site}];
  if (use.count == 0) {
    use.source = source;
    use.thread = warp * kWarpSize + lane;
    if (program_->sites_of[pc] != code::kNoSite) use.step = step_;
  }
  ++use.count;
}

void Unwritten::use_prints(const WarpMoment& now, const Step& step) {
  for (const code::SlotRange& range : step.uses.reads) {
    code::for_each_value(range, [&](const code::RegisterUse& read) {
      use(taint(now.warp, read.slot), now.warp, now.pc, now.mask);
    });
  }
}

bool Unwritten::only_computes(uint32_t pc, Doubt& doubt) {
  const uint16_t mask_register = program_->instrs[pc].dst;
  for (uint32_t at = pc + 1; at < program_->instrs.size(); ++at) {
    const code::Instr& instr = program_->instrs[at];
    const bool is_join = instr.op == Op::kJoin || instr.op == Op::kRejoin;
    if (is_join && instr.dst == mask_register) {
      doubt.join = at;
      return true;
    }
    const Step& step = step_at(at);
    if (!observe::only_computes(step.op, instr.op)) return false;
    if (!moves_under_mask(instr.op)) continue;
    for (const code::SlotRange& range : step.uses.writes) {
      code::for_each_value(
          range, [&](const code::RegisterUse& write) { doubt.assigned.push_back(write); });
    }
  }
  return false;
}

// What it decides may not matter: then it is no mistake.
void Unwritten::doubt_if(const WarpMoment& now) {
  const Taint& condition = taint(now.warp, program_->instrs[now.pc].a);
  if ((condition.lanes & now.mask) == 0) return;
  Doubt doubt;
  if (!only_computes(now.pc, doubt)) return use_condition(now);
  doubt.condition = condition;
  doubt.condition.lanes &= now.mask;
  doubts_[now.warp].push_back(std::move(doubt));
}

void Unwritten::end_doubts(const WarpMoment& now) {
  std::vector<Doubt>& doubts = doubts_[now.warp];
  while (!doubts.empty() && doubts.back().join == now.pc) {
    const Doubt& ended = doubts.back();
    for (const code::RegisterUse& assigned : ended.assigned) {
      Taint& target = taint(now.warp, assigned.slot);
      for (uint32_t left = ended.condition.lanes; left != 0; left &= left - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(left));
        target.set(lane, ended.condition.origin[lane], ~0u);
      }
    }
    doubts.pop_back();
  }
}

// A switch has no active lanes while it looks for their labels: those that it holds, and only at
// its first label.
void Unwritten::use_condition(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  uint32_t mask = now.mask;
  if (instr.op == Op::kMaskDrop) {
    for (uint32_t at = now.pc; at-- > 0;) {
      const code::Instr& earlier = program_->instrs[at];
      if (earlier.op == Op::kMaskDrop && earlier.dst == instr.dst) return;
      if (earlier.op == Op::kMaskCopy && earlier.dst == instr.dst) break;
    }
    mask = now.mask_words[instr.dst];
  }
  use(taint(now.warp, instr.a), now.warp, now.pc, mask);
}

// Of an access `a` is the address, `b` what is stored or an atomic's operand, `c` its second one.
void Unwritten::before(const WarpMoment& now) {
  declare(now);
  const code::Instr& instr = program_->instrs[now.pc];
  const Step& step = step_at(now.pc);
  if (!doubts_[now.warp].empty()) end_doubts(now);
  if (instr.op == Op::kIf)
    doubt_if(now);
  else if (is_branch(instr.op))
    use_condition(now);
  if (instr.op == Op::kPrint) use_prints(now, step);
  if (instr.op == Op::kClearLocal) clear_local(now);
  if (!step.op.is_access) {
    if (code::is_mma(instr.op))
      multiply(now);
    else if (!step.uses.writes.empty())
      result_ = computed(now, step);
    return;
  }
  std::fill_n(moved_.begin(), step.values, Taint{});
  if (now.mask == 0) return;
  const uint32_t addressed = step.op.is_matrix ? trace::row_lanes(step.values) : ~0u;
  use(taint(now.warp, instr.a), now.warp, now.pc, now.mask & addressed);
  if (step.op.operation == code::Operation::kAtomic) {
    use(taint(now.warp, instr.b), now.warp, now.pc, now.mask);
    if (code::is_register(step.op.operands[3]))
      use(taint(now.warp, instr.c), now.warp, now.pc, now.mask);
  }
  if (step.op.operation == code::Operation::kCopy) {  // where to, and how many bytes
    use(taint(now.warp, instr.b), now.warp, now.pc, now.mask);
    use(taint(now.warp, instr.c), now.warp, now.pc, now.mask);
    return;
  }
  if (step.op.operation == code::Operation::kStore) {
    const code::SlotRange& stored = step.uses.reads.back();
    for (uint32_t k = 0; k < step.values; ++k)
      moved_[k] = taint(now.warp, stored.slot + k * stored.width);
  }
  if (!local_.empty()) access_local(now, step);
}

TaintedValue Unwritten::value_of(const WarpMoment& now, const code::RegisterUse& read,
                                 uint32_t lane) {
  return {read.width == 2 ? wide_of(now, read.slot, lane) : word_of(now, read.slot, lane),
          taint(now.warp, read.slot).bits_of(lane)};
}

// What an instruction makes of its operands.
Taint Unwritten::computed(const WarpMoment& now, const Step& step) {
  const code::Instr& instr = program_->instrs[now.pc];
  if (selects(instr.op)) return selected(now);
  if (is_shuffle(instr.op)) return shuffled(now);
  if (instr.op == Op::kReduce) return reduced(now);
  if (instr.op == Op::kTurnMatrix) return turned(now);
  Taint result;
  if (asks_lanes(instr.op)) return result;
  if (moves_under_mask(instr.op)) return taint(now.warp, instr.a);
  uint32_t lanes = 0;
  size_t count = 0;
  std::array<code::RegisterUse, 2> operands;
  for (const code::SlotRange& range : step.uses.reads) {
    code::for_each_value(range, [&](const code::RegisterUse& read) {
      lanes |= taint(now.warp, read.slot).lanes;
      if (count < operands.size()) operands[count] = read;
      ++count;
    });
  }
  const bool is_wide = step.uses.writes.front().width == 2;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    uint32_t bits = ~0u;
    if (count == 1) bits = undefined_bits(instr.op, value_of(now, operands[0], lane));
    if (count == 2)
      bits = undefined_bits(instr.op, value_of(now, operands[0], lane),
                            value_of(now, operands[1], lane));
    if (bits == 0) continue;
    for (const code::SlotRange& range : step.uses.reads) {
      code::for_each_value(range, [&](const code::RegisterUse& read) {
        const Taint& operand = taint(now.warp, read.slot);
        if ((operand.lanes & ~result.lanes) >> lane & 1)
          result.set(lane, operand.origin[lane], is_wide ? ~0u : bits);
      });
    }
  }
  return result;
}

// The side that is chosen; where that is undefined, both, unless they are equal.
Taint Unwritten::selected(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  const bool is_wide = instr.op == Op::kSelect64;
  const uint8_t width = is_wide ? 2 : 1;
  const Taint &condition = taint(now.warp, instr.a), &yes = taint(now.warp, instr.b),
              &no = taint(now.warp, instr.c);
  Taint result;
  for (uint32_t left = condition.lanes | yes.lanes | no.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const bool is_in_doubt = (condition.lanes >> lane & 1) != 0;
    const Taint& side = word_of(now, instr.a, lane) != 0 ? yes : no;
    if (!is_in_doubt) {
      if ((side.lanes >> lane & 1) != 0) result.set(lane, side.origin[lane], side.bits[lane]);
      continue;
    }
    const TaintedValue one = value_of(now, {instr.b, width}, lane);
    const TaintedValue other = value_of(now, {instr.c, width}, lane);
    const bool is_same = one.bits == 0 && other.bits == 0 && one.value == other.value;
    if (!is_same) result.set(lane, condition.origin[lane], ~0u);
  }
  return result;
}

Taint Unwritten::shuffled(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  const auto members = static_cast<uint16_t>(static_cast<uint32_t>(instr.imm) >> 8);
  const Taint& value = taint(now.warp, instr.a);
  Taint result;
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint32_t from = code::shuffle_source(instr.imm & 0xff, lane, word_of(now, instr.b, lane),
                                               word_of(now, instr.c, lane));
    const uint32_t bit = 1u << from;
    if ((now.mask & word_of(now, members, lane) & bit) != 0) {
      if ((value.lanes & bit) != 0) result.set(lane, value.origin[from], value.bits[from]);
      continue;
    }
    Source source;
    source.shuffle = now.pc;
    source.thread = now.warp * kWarpSize + lane;
    source.from = now.warp * kWarpSize + from;
    source.absence = (now.present & bit) == 0 ? Absence::kNoThread
                     : (now.ended & bit) != 0 ? Absence::kEnded
                     : (now.mask & bit) == 0  ? Absence::kElsewhere
                                              : Absence::kNotNamed;
    note(result, lane, source);
  }
  return result;
}

Taint Unwritten::reduced(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  const Taint& value = taint(now.warp, instr.a);
  Taint result;
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint32_t group = (word_of(now, instr.b, lane) & now.mask) | 1u << lane;
    const uint32_t undefined = value.lanes & group;
    if (undefined == 0) continue;
    result.set(lane, value.origin[static_cast<size_t>(std::countr_zero(undefined))], ~0u);
  }
  return result;
}

// Each half comes from another lane.
Taint Unwritten::turned(const WarpMoment& now) {
  const Taint& value = taint(now.warp, program_->instrs[now.pc].a);
  Taint result;
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    for (uint32_t half = 0; half < 2; ++half) {
      const trace::MatrixHalf from = trace::turned_from(lane, half);
      const uint32_t bits = value.bits_of(from.lane) >> 16 * from.half & 0xffff;
      if (bits != 0)
        result.set(lane, value.origin[from.lane], result.bits_of(lane) | bits << 16 * half);
    }
  }
  return result;
}

// What is undefined in an element of A or B is so in a row or a column of D.
void Unwritten::multiply(const WarpMoment& now) {
  using tensor::Matrix;
  const code::Instr& instr = program_->instrs[now.pc];
  const tensor::MmaShape& shape = code::mma_shape(instr);
  const uint32_t width = instr.op == Op::kMmaF64 ? 2 : 1;
  // Calls visit(lane, part's bits, its element) for each part of the matrix's register.
  const auto for_each_part = [&](Matrix matrix, uint32_t reg, uint32_t lanes, auto visit) {
    const uint32_t parts = shape.parts(matrix);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      for (uint32_t part = 0; part < parts; ++part)
        visit(lane, (~0u >> (32 - 32 / parts)) << (32 / parts * part),
              position_of(shape, matrix, {lane, reg, part}));
    }
  };
  const auto taint_of = [&](uint16_t slot, uint32_t reg) -> Taint& {
    return taint(now.warp, slot + reg * width);
  };
  constexpr size_t kMostRows = 16, kMostColumns = 8;
  std::array<uint32_t, kMostRows> row_origins{};
  std::array<uint32_t, kMostColumns> column_origins{};
  for (uint32_t reg = 0; reg < shape.registers(Matrix::kA); ++reg) {
    const Taint& of_a = taint_of(instr.a, reg);
    for_each_part(Matrix::kA, reg, of_a.lanes & now.mask,
                  [&](uint32_t lane, uint32_t bits, auto at) {
                    if ((of_a.bits_of(lane) & bits) != 0) row_origins[at.row] = of_a.origin[lane];
                  });
  }
  for (uint32_t reg = 0; reg < shape.registers(Matrix::kB); ++reg) {
    const Taint& of_b = taint_of(instr.b, reg);
    for_each_part(Matrix::kB, reg, of_b.lanes & now.mask,
                  [&](uint32_t lane, uint32_t bits, auto at) {
                    if ((of_b.bits_of(lane) & bits) != 0)
                      column_origins[at.column] = of_b.origin[lane];
                  });
  }
  for (uint32_t reg = 0; reg < shape.registers(Matrix::kD); ++reg) {
    const Taint& of_c = taint_of(instr.c, reg);
    Taint& of_d = moved_[reg] = Taint{};
    for_each_part(Matrix::kD, reg, now.mask, [&](uint32_t lane, uint32_t bits, auto at) {
      uint32_t origin = row_origins[at.row] != 0 ? row_origins[at.row] : column_origins[at.column];
      if (origin == 0 && (of_c.bits_of(lane) & bits) != 0) origin = of_c.origin[lane];
      if (origin != 0) of_d.set(lane, origin, of_d.bits_of(lane) | bits);
    });
  }
}

void Unwritten::after(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  const Step& step = step_at(now.pc);
  if (step.uses.writes.empty()) return;
  const bool is_load = step.op.is_access && step.op.operation == code::Operation::kLoad;
  const bool has_moved = is_load || code::is_mma(instr.op);
  if (step.op.is_access && !is_load) result_ = Taint{};
  uint32_t index = 0;
  for (const code::SlotRange& range : step.uses.writes) {
    code::for_each_value(range, [&](const code::RegisterUse& write) {
      Taint& target = taint(now.warp, write.slot);
      if (!moves_under_mask(instr.op)) {
        target = has_moved ? moved_[index++] : result_;
        return;
      }
      target.lanes &= ~now.mask;
      for (uint32_t left = result_.lanes & now.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(left));
        target.set(lane, result_.origin[lane], result_.bits[lane]);
      }
    });
  }
}

std::optional<uint32_t> Unwritten::local_offset(const WarpMoment& now, const Step& step,
                                                uint32_t lane) const {
  const code::Instr& instr = program_->instrs[now.pc];
  if (step.op.is_local) return word_of(now, instr.a, lane) + static_cast<uint32_t>(instr.imm);
  if (step.op.operands[1] != code::Operand::kWideRegister) return std::nullopt;  // shared memory
  const uint64_t pointer = wide_of(now, instr.a, lane) + static_cast<uint64_t>(int64_t{instr.imm});
  if (code::space_of(pointer) != base::Space::kLocal) return std::nullopt;
  return static_cast<uint32_t>(code::offset_of(pointer));
}

void Unwritten::access_local(const WarpMoment& now, const Step& step) {
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const std::optional<uint32_t> offset = local_offset(now, step, lane);
    const uint64_t bytes = uint64_t{step.op.bytes} * step.values;
    if (!offset || *offset + bytes > program_->local_bytes) continue;
    const size_t at = (size_t{now.warp} * kWarpSize + lane) * program_->local_bytes + *offset;
    for (uint32_t k = 0; k < step.values; ++k) {
      const size_t value_at = at + size_t{k} * step.op.bytes;
      if (step.op.operation == code::Operation::kStore)
        store_local(value_at, lane, k, step.op.bytes);
      else
        load_local(value_at, lane, k, step.op.bytes);
    }
  }
}

void Unwritten::load_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes) {
  uint32_t undefined = 0;
  for (uint32_t byte = 0; byte < bytes; ++byte)
    if (local_[at + byte] != 0) undefined |= 1u << byte;
  if (undefined == 0) return;
  const size_t first = at + static_cast<size_t>(std::countr_zero(undefined));
  Source source = sources_[local_[first]];
  // A copy keeps the place that it was copied from.
  if (source.declaration != kNoDeclaration && source.offset == kWhole) {
    const auto in_frame = static_cast<uint32_t>(first % program_->local_bytes);
    source.offset = in_frame - program_->bare_declarations[source.declaration].offset;
  }
  note(moved_[value], lane, source, bits_of_bytes(undefined, bytes));
}

void Unwritten::store_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes) {
  const Taint& stored = moved_[value];
  const uint32_t undefined = bytes_of_bits(stored.bits_of(lane), bytes);
  for (uint32_t byte = 0; byte < bytes; ++byte)
    local_[at + byte] = (undefined >> byte & 1) != 0 ? stored.origin[lane] : 0;
}

void Unwritten::clear_local(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  fill_local(now, static_cast<uint32_t>(instr.imm), instr.a + (uint32_t{instr.b} << 16), 0);
}

void Unwritten::fill_local(const WarpMoment& now, uint32_t offset, uint32_t bytes,
                           uint32_t origin) {
  if (local_.empty()) return;
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const size_t at = (size_t{now.warp} * kWarpSize + lane) * program_->local_bytes + offset;
    std::fill_n(local_.begin() + static_cast<ptrdiff_t>(at), bytes, origin);
  }
}

uint32_t Unwritten::origin_of(const Source& source) {
  const auto found = origins_.find(source);
  if (found != origins_.end()) return found->second;
  const std::array<uint32_t, 3> place{source.declaration, source.site, source.shuffle};
  const auto origin = static_cast<uint32_t>(sources_.size());
  const uint32_t first = first_origins_.try_emplace(place, origin).first->second;
  if (first != origin && sources_.size() >= kMostSources) return first;
  sources_.push_back(source);
  origins_.emplace(source, origin);
  return origin;
}

}  // namespace warplens::observe
