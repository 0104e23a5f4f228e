// Numbering: temporaries are named from kFirstTemporary on while the program grows, and moved
// behind the lasting registers when it is finished; jumps are to labels until then.
#include "sim/code/builder.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kFirstTemporary = 0x8000;
// Constants beyond these are written where they are used, so that a table of numbers takes no
// registers.
constexpr size_t kConstantRegisters = 256;

}  // namespace

Slot Builder::lasting(bool wide) {
  const uint32_t slot = next_lasting_;
  next_lasting_ += wide ? 2 : 1;
  return static_cast<Slot>(
      std::min(slot, kFirstTemporary - 2));  // beyond: lower() refuses by slots()
}

Slot Builder::temporary(bool wide) {
  const uint32_t slot = kFirstTemporary + temporaries_;
  temporaries_ += wide ? 2 : 1;
  most_temporaries_ = std::max(most_temporaries_, temporaries_);
  return static_cast<Slot>(std::min(slot, 0xfffeu));
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
}

void Builder::emit_first(Op op, Slot dst, Slot a, Slot b, int32_t imm) {
  first_.push_back({op, dst, a, b, 0, imm});
}

void Builder::emit_access(Op op, Slot dst, Slot a, Slot b, int32_t imm, AccessSite site) {
  site.pc = static_cast<uint32_t>(instrs_.size());
  emit(op, dst, a, b, 0, imm);
  sites_of_.back() = static_cast<uint32_t>(sites_.size());
  sites_.push_back(site);
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
  labels_[label] = static_cast<uint32_t>(instrs_.size());
}

void Builder::finish(Program& program, Span kernel_span) {
  const auto shift = static_cast<uint32_t>(first_.size());
  for (const auto& [instr, label] : jumps_) {
    WL_ASSERT(labels_[label] != 0xffffffff, "a jump's label has a place");
    instrs_[instr].imm = static_cast<int32_t>(labels_[label] + shift);
  }
  program.instrs = std::move(first_);
  program.instrs.insert(program.instrs.end(), instrs_.begin(), instrs_.end());
  program.spans.assign(shift, kernel_span);
  program.spans.insert(program.spans.end(), spans_.begin(), spans_.end());
  program.sites_of.assign(shift, kNoSite);
  program.sites_of.insert(program.sites_of.end(), sites_of_.begin(), sites_of_.end());
  for (AccessSite& site : sites_) site.pc += shift;
  program.sites = std::move(sites_);
  program.constants = std::move(constants_);
  program.register_slots = slots();
  program.mask_registers = next_mask_;
  for (Instr& instr : program.instrs) {
    const std::string_view operands = info(instr.op).operands;
    uint16_t* fields[] = {&instr.dst, &instr.a, &instr.b, &instr.c};
    for (size_t i = 0; i < 4; ++i) {
      if (operands[i] != 'r' || *fields[i] < kFirstTemporary) continue;
      *fields[i] = static_cast<uint16_t>(*fields[i] - kFirstTemporary + next_lasting_);
    }
  }
}

}  // namespace warplens::code
