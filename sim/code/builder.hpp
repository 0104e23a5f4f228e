// Puts a program together: registers, masks, labels, constants, access sites. It knows nothing of
// the language's rules; those are in the lowering (lowering.hpp).
//
// Registers come in two kinds. Lasting ones hold variables, constants and builtins for the whole
// kernel; temporaries hold parts of one full expression and are used again by the next. Constants
// and builtins are written once, by instructions put before the kernel's first statement.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

using Slot = uint16_t;
using Mask = uint16_t;
using Label = uint32_t;

class Builder {
 public:
  Slot lasting(bool wide);
  Slot temporary(bool wide);
  // Temporaries taken after mark() are free again after release_to().
  uint32_t mark() const { return temporaries_; }
  void release_to(uint32_t mark) { temporaries_ = mark; }
  // A register that holds the bits in every lane; never written by anything else.
  Slot constant(uint64_t bits, bool wide);
  Slot builtin(lang::Builtin builtin);
  // Every construct has masks of its own, and leaves 0 in those that it collects lanes in.
  Mask mask() { return next_mask_++; }

  void emit(Op op, Slot dst = 0, Slot a = 0, Slot b = 0, Slot c = 0, int32_t imm = 0);
  // Runs before the first statement.
  void emit_first(Op op, Slot dst, Slot a, Slot b, int32_t imm);
  void emit_access(Op op, Slot dst, Slot a, Slot b, int32_t imm, AccessSite site);
  void emit_jump(Op op, uint16_t dst, Slot a, Label target);
  Label label();
  void place(Label label);
  // The text that instructions emitted from now on come from.
  void set_span(Span span) { span_ = span; }
  Span span() const { return span_; }

  size_t size() const { return instrs_.size() + first_.size(); }
  uint32_t slots() const { return next_lasting_ + most_temporaries_; }
  // The instructions, spans, sites and sizes; `kernel_span` stands for the instructions before the
  // first statement.
  void finish(Program& program, Span kernel_span);

 private:
  Slot constant_slot(Op op, std::pair<uint64_t, bool> key, int32_t imm);

  std::vector<Instr> instrs_, first_;
  std::vector<Span> spans_;
  std::vector<uint32_t> sites_of_;
  std::vector<AccessSite> sites_;
  std::vector<uint64_t> constants_;
  std::map<std::pair<uint64_t, bool>, Slot> constant_slots_;
  std::map<lang::Builtin, Slot> builtin_slots_;
  std::vector<uint32_t> labels_;                   // position of each label
  std::vector<std::pair<uint32_t, Label>> jumps_;  // instruction -> label
  uint32_t next_lasting_ = 0;
  uint32_t temporaries_ = 0, most_temporaries_ = 0;
  uint16_t next_mask_ = 0;
  Span span_;
};

}  // namespace warplens::code
