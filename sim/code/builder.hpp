// Puts a program together: registers, masks, labels, constants, access sites. It knows nothing of
// the language's rules; those are in the lowering (lowering.hpp).
//
// Registers come in two kinds. Lasting ones hold the kernel's variables, constants and builtins for
// the whole kernel; temporaries are a stack: parts of one full expression, and the variables of an
// inlined function while its body lasts. A subroutine has a stack of temporaries of its own.
// Constants and builtins are written once, by instructions put before the kernel's first statement.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"

namespace warplens::code {

using Slot = uint16_t;
using Mask = uint16_t;
using Label = uint32_t;

class Builder {
 public:
  Slot lasting(bool wide) { return lasting_block(wide ? 2 : 1); }
  Slot temporary(bool wide) { return temporary_block(wide ? 2 : 1); }
  // Reserves consecutive slots; returns the number of the first one.
  Slot lasting_block(uint32_t slots);
  Slot temporary_block(uint32_t slots);
  // Temporaries taken after mark() are free again after release_to().
  uint32_t mark() const { return temporaries_; }
  void release_to(uint32_t mark) { temporaries_ = mark; }
  bool is_temporary_since(uint32_t mark, Slot slot) const;
  // From now on temporaries are a new subroutine's; end_subroutine() returns the slots that they
  // took.
  void begin_subroutine();
  std::pair<Slot, Slot> end_subroutine() const;
  // A register that holds the bits in every lane; never written by anything else.
  Slot constant(uint64_t bits, bool wide);
  Slot builtin(lang::Builtin builtin);
  // Every construct has masks of its own, and leaves 0 in those that it collects lanes in.
  Mask mask() { return next_mask_++; }
  Mask masks() const { return next_mask_; }

  void emit(Op op, Slot dst = 0, Slot a = 0, Slot b = 0, Slot c = 0, int32_t imm = 0);
  // Runs before the first statement.
  void emit_first(Op op, Slot dst, Slot a, Slot b, int32_t imm);
  void emit_access(Op op, Slot dst, Slot a, Slot b, int32_t imm, AccessSite site, Slot c = 0);
  // Of the instruction emitted last: it is one of such an access.
  void note_subscripts(SubscriptedAccess access);
  // Of the instruction emitted last: it is one of Program::fusible or small_fusible.
  void note_fusible(lang::Fusible how) {
    if (how == lang::Fusible::kFull) fusible_.push_back(last_pc());
    if (how == lang::Fusible::kSmall) small_fusible_.push_back(last_pc());
  }
  // Of the instruction emitted last: it is one of Program::two_sided.
  void note_two_sided() { two_sided_.push_back(last_pc()); }
  // The number of the instruction emitted last, as Subscript::pc is counted until finish().
  uint32_t last_pc() const { return static_cast<uint32_t>(instrs_.size()) - 1; }
  void emit_jump(Op op, uint16_t dst, Slot a, Label target);
  Label label();
  void place(Label label);
  // Of the next instruction, until finish(): it becomes final_position().
  uint32_t position() const { return static_cast<uint32_t>(instrs_.size()); }
  // The value in `from`, a temporary that nothing else uses, in `to` instead: if the last
  // instruction made it, that one writes to `to`.
  void settle(Slot from, Slot to, bool wide);
  // The text that instructions emitted from now on come from.
  void set_span(Span span) { span_ = is_pinned_ ? span_ : span; }
  Span span() const { return span_; }
  // Until unpinned, all instructions have the present span; returns whether they were already.
  bool pin_span(bool pinned) { return std::exchange(is_pinned_, pinned); }
  bool is_pinned() const { return is_pinned_; }
  void set_frame(uint32_t frame) { frame_ = frame; }
  uint32_t frame() const { return frame_; }

  size_t size() const { return instrs_.size() + first_.size(); }
  uint32_t slots() const { return next_lasting_ + most_temporaries_ + subroutine_slots_; }
  // The instructions, spans, sites and sizes; `kernel_span` is the span of the instructions before
  // the first statement. Afterwards final_slot(), final_pc() and final_position() say what
  // numbers became.
  void finish(Program& program, Span kernel_span);
  uint32_t final_slot(uint32_t slot) const;
  uint32_t final_pc(Label label) const;
  uint32_t final_position(uint32_t position) const { return position + shift_; }

 private:
  uint32_t subroutine_base() const;

  std::vector<Instr> instrs_, first_;
  std::vector<Span> spans_;
  std::vector<uint32_t> sites_of_, frames_of_;
  std::vector<AccessSite> sites_;
  std::vector<SubscriptedAccess> subscripted_;
  std::vector<uint32_t> two_sided_, fusible_, small_fusible_;
  std::vector<uint64_t> constants_;
  std::map<std::pair<uint64_t, bool>, Slot> constant_slots_;
  std::map<lang::Builtin, Slot> builtin_slots_;
  std::vector<uint32_t> labels_;                   // position of each label
  std::vector<std::pair<uint32_t, Label>> jumps_;  // instruction -> label
  uint32_t next_lasting_ = 0;
  uint32_t temporaries_ = 0, most_temporaries_ = 0;
  uint32_t subroutine_slots_ = 0;  // of all subroutines up to now
  uint32_t subroutine_begin_ = 0;  // where the present one's begin among them
  bool in_subroutine_ = false;
  uint16_t next_mask_ = 0;
  uint32_t last_label_ = 0;  // the instruction that the last placed label precedes
  uint32_t shift_ = 0;       // instructions before the first statement
  Span span_;
  bool is_pinned_ = false;
  uint32_t frame_ = 0;
};

}  // namespace warplens::code
