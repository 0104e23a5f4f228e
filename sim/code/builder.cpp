// Numbering: temporaries are named from kFirstTemporary on while the program grows, those of
// subroutines from kFirstOfSubroutine on, and moved after the lasting registers when it is
// finished; jumps are to labels until then.
#include "sim/code/builder.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"

namespace warplens::code {

namespace {

// Programs of more than 8192 slots are refused, so that each kind's numbers are far from the next.
constexpr uint32_t kFirstTemporary = 0x6000;
constexpr uint32_t kFirstOfSubroutine = 0xa000;
constexpr uint32_t kLastSlot = 0xf000;
// Constants beyond these are written where they are used, so that a table of numbers takes no
// registers.
constexpr size_t kConstantRegisters = 256;

}  // namespace

Slot Builder::lasting_block(uint32_t slots) {
  const uint32_t slot = next_lasting_;
  next_lasting_ += slots;
  // Above the limit lower() reports an error, by slots().
  return static_cast<Slot>(next_lasting_ < kFirstTemporary ? slot : 0);
}

uint32_t Builder::subroutine_base() const {
  return in_subroutine_ ? kFirstOfSubroutine + subroutine_begin_ : kFirstTemporary;
}

Slot Builder::temporary_block(uint32_t slots) {
  const uint32_t slot = subroutine_base() + temporaries_;
  temporaries_ += slots;
  const uint32_t end = in_subroutine_ ? kLastSlot : kFirstOfSubroutine;
  if (in_subroutine_) {
    subroutine_slots_ = std::max(subroutine_slots_, subroutine_begin_ + temporaries_);
  } else {
    most_temporaries_ = std::max(most_temporaries_, temporaries_);
  }
  return static_cast<Slot>(slot + slots <= end ? slot : subroutine_base());
}

bool Builder::is_temporary_since(uint32_t mark, Slot slot) const {
  return slot >= subroutine_base() + mark && slot < subroutine_base() + temporaries_;
}

void Builder::begin_subroutine() {
  in_subroutine_ = true;
  subroutine_begin_ = subroutine_slots_;
  temporaries_ = 0;
}

std::pair<Slot, Slot> Builder::end_subroutine() const {
  return {static_cast<Slot>(kFirstOfSubroutine + subroutine_begin_),
          static_cast<Slot>(kFirstOfSubroutine + subroutine_slots_)};
}

Slot Builder::constant(uint64_t bits, bool wide) {
  if (!wide) bits &= 0xffffffff;
  const std::pair<uint64_t, bool> key{bits, wide};
  const auto known = constant_slots_.find(key);
  if (known != constant_slots_.end()) return known->second;
  const auto index = static_cast<int32_t>(constants_.size());
  constants_.push_back(bits);
  const Op op = wide ? Op::kConst64 : Op::kConst32;
  if (constant_slots_.size() >= kConstantRegisters) {
    const Slot slot = temporary(wide);
    emit(op, slot, 0, 0, 0, index);
    return slot;
  }
  const Slot slot = lasting(wide);
  emit_first(op, slot, 0, 0, index);
  constant_slots_.emplace(key, slot);
  return slot;
}

Slot Builder::builtin(lang::Builtin builtin) {
  const auto known = builtin_slots_.find(builtin);
  if (known != builtin_slots_.end()) return known->second;
  const Slot slot = lasting(false);
  emit_first(Op::kBuiltin, slot, 0, 0, static_cast<int32_t>(builtin));
  builtin_slots_.emplace(builtin, slot);
  return slot;
}

void Builder::emit(Op op, Slot dst, Slot a, Slot b, Slot c, int32_t imm) {
  instrs_.push_back({op, dst, a, b, c, imm});
  spans_.push_back(span_);
  sites_of_.push_back(kNoSite);
  frames_of_.push_back(frame_);
}

void Builder::emit_first(Op op, Slot dst, Slot a, Slot b, int32_t imm) {
  first_.push_back({op, dst, a, b, 0, imm});
}

void Builder::emit_access(Op op, Slot dst, Slot a, Slot b, int32_t imm, AccessSite site, Slot c) {
  site.pc = static_cast<uint32_t>(instrs_.size());
  emit(op, dst, a, b, c, imm);
  sites_of_.back() = static_cast<uint32_t>(sites_.size());
  sites_.push_back(site);
}

void Builder::note_subscripts(SubscriptedAccess access) {
  access.pc = last_pc();
  subscripted_.push_back(std::move(access));
}

void Builder::emit_jump(Op op, uint16_t dst, Slot a, Label target) {
  jumps_.emplace_back(static_cast<uint32_t>(instrs_.size()), target);
  emit(op, dst, a);
}

Label Builder::label() {
  labels_.push_back(0xffffffff);
  return static_cast<Label>(labels_.size() - 1);
}

void Builder::place(Label label) {
  last_label_ = static_cast<uint32_t>(instrs_.size());
  labels_[label] = last_label_;
}

void Builder::settle(Slot from, Slot to, bool wide) {
  if (!instrs_.empty() && instrs_.back().dst == from && last_label_ != instrs_.size()) {
    const OpInfo op = info(instrs_.back().op);
    if (op.writes_register && !op.is_vector) {
      instrs_.back().dst = to;
      return;
    }
  }
  emit(wide ? Op::kCopy64 : Op::kCopy32, to, from);
}

uint32_t Builder::final_slot(uint32_t slot) const {
  if (slot < kFirstTemporary) return slot;
  if (slot < kFirstOfSubroutine) return slot - kFirstTemporary + next_lasting_;
  return slot - kFirstOfSubroutine + next_lasting_ + most_temporaries_;
}

uint32_t Builder::final_pc(Label label) const {
  WL_ASSERT(labels_[label] != 0xffffffff, "a jump's label has a place");
  return labels_[label] + shift_;
}

void Builder::finish(Program& program, Span kernel_span) {
  shift_ = static_cast<uint32_t>(first_.size());
  for (const auto& [instr, label] : jumps_) {
    instrs_[instr].imm = static_cast<int32_t>(final_pc(label));
  }
  program.instrs = std::move(first_);
  program.instrs.insert(program.instrs.end(), instrs_.begin(), instrs_.end());
  program.spans.assign(shift_, kernel_span);
  program.spans.insert(program.spans.end(), spans_.begin(), spans_.end());
  program.sites_of.assign(shift_, kNoSite);
  program.sites_of.insert(program.sites_of.end(), sites_of_.begin(), sites_of_.end());
  program.frames_of.assign(shift_, 0);
  program.frames_of.insert(program.frames_of.end(), frames_of_.begin(), frames_of_.end());
  for (AccessSite& site : sites_) site.pc += shift_;
  program.sites = std::move(sites_);
  for (SubscriptedAccess& access : subscripted_) {
    access.pc += shift_;
    for (Subscript& subscript : access.subscripts) {
      if (subscript.pc != Subscript::kKnown) subscript.pc += shift_;
    }
  }
  program.subscripted = std::move(subscripted_);
  for (uint32_t& pc : two_sided_) pc += shift_;
  program.two_sided = std::move(two_sided_);
  for (uint32_t& pc : fusible_) pc += shift_;
  program.fusible = std::move(fusible_);
  for (uint32_t& pc : small_fusible_) pc += shift_;
  program.small_fusible = std::move(small_fusible_);
  program.constants = std::move(constants_);
  program.register_slots = slots();
  program.mask_registers = next_mask_;
  for (Instr& instr : program.instrs) {
    const std::array<Operand, 5> operands = info(instr.op).operands;
    uint16_t* fields[] = {&instr.dst, &instr.a, &instr.b, &instr.c};
    for (size_t i = 0; i < 4; ++i) {
      if (is_register(operands[i])) *fields[i] = static_cast<uint16_t>(final_slot(*fields[i]));
    }
    if (operands[4] == Operand::kShuffle) {  // a register above the lowest 8 bits
      const auto slot = final_slot(static_cast<uint32_t>(instr.imm) >> 8);
      instr.imm = static_cast<int32_t>((slot << 8) | (static_cast<uint32_t>(instr.imm) & 0xff));
    }
  }
}

}  // namespace warplens::code
