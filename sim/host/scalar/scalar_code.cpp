// Each instruction is translated at most twice: with the lane active, and with the lane waiting for
// its label in a switch, where the instructions only compare.
#include "sim/host/scalar/scalar_code.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/host/scalar/scalar_opcodes.hpp"

namespace warplens::host {

using code::Op;

namespace {

constexpr uint32_t kUnknown = 0xffffffff;

std::optional<Extra> fused(Op op) {
  switch (op) {
#define WARPLENS_CASE(name) \
  case Op::k##name:         \
    return Extra::kUnless##name;
    WARPLENS_FUSED_COMPARISONS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      return std::nullopt;
  }
}

class Translation {
 public:
  explicit Translation(const code::Program& program) : program_(program) {
    for (std::vector<uint32_t>& of : made_) of.assign(program.instrs.size(), kUnknown);
    for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
      const code::Instr& instr = program.instrs[pc];
      if (instr.op == Op::kRejoin) released_.emplace(instr.dst, pc);
    }
  }

  ScalarCode run() {
    waiting_.push_back({0, false});
    for (const code::Subroutine& subroutine : program_.subroutines)
      waiting_.push_back({subroutine.entry, false});
    while (!waiting_.empty()) {
      const Place next = waiting_.front();
      waiting_.pop_front();
      if (index_of(next) == kUnknown) translate_from(next);
    }
    for (const auto& [jump, to] : jumps_)
      result_.instrs[jump].imm = static_cast<int32_t>(index_of(to));
    for (const code::Subroutine& subroutine : program_.subroutines)
      result_.entries.push_back(index_of({subroutine.entry, false}));
    return std::move(result_);
  }

 private:
  // `is_parked`: the lane is in a switch and has not found its label.
  struct Place {
    uint32_t pc = 0;
    bool is_parked = false;
  };
  uint32_t& index_of(Place place) { return made_[place.is_parked ? 1 : 0][place.pc]; }

  void emit(uint16_t op, uint32_t pc, const code::Instr& of) {
    result_.instrs.push_back({op, of.dst, of.a, of.b, of.c, of.imm});
    result_.pcs.push_back(pc);
  }
  void emit(Extra op, uint32_t pc, uint16_t dst = 0, uint16_t a = 0) {
    emit(static_cast<uint16_t>(op), pc, {Op::kEnd, dst, a});
  }
  void emit_jump(Extra op, uint32_t pc, Place to, uint16_t dst = 0, uint16_t a = 0) {
    emit(op, pc, dst, a);
    finish_jump(to);
  }
  // Of the instruction emitted last.
  void finish_jump(Place to) {
    const size_t at = result_.instrs.size();
    result_.instrs.back().c = static_cast<uint16_t>(std::min<size_t>(at - last_jump_, 0xffff));
    last_jump_ = at;
    jumps_.emplace_back(at - 1, to);
    waiting_.push_back(to);
  }

  // A jump where R[a] is 0; with the comparison before it, if that made R[a].
  void emit_unless(uint32_t pc, uint16_t a, Place to) {
    if (result_.instrs.size() > trace_begin_ && result_.instrs.size() != named_) {
      ScalarInstr& last = result_.instrs.back();
      const bool is_op = last.op < static_cast<uint16_t>(Extra::kFirst);
      const auto one = is_op && last.dst == a ? fused(static_cast<Op>(last.op)) : std::nullopt;
      if (one) {
        last.op = static_cast<uint16_t>(*one);
        finish_jump(to);
        return;
      }
    }
    emit_jump(Extra::kGotoIfZero, pc, to, 0, a);
  }

  // Where a lane that leaves a construct goes on: behind it, or at the end of its subroutine.
  uint32_t release_of(uint16_t mask, uint32_t pc) const {
    const auto known = released_.find(mask);
    if (known != released_.end()) return known->second;
    while (program_.instrs[pc].op != Op::kSubReturn) ++pc;
    return pc;
  }

  void translate_from(Place at) {
    trace_begin_ = last_jump_ = result_.instrs.size();
    for (std::optional<Place> next = at; next;) {
      const Place place = *next;
      if (index_of(place) != kUnknown) {
        emit_jump(Extra::kGoto, place.pc, place);
        return;
      }
      const size_t size = result_.instrs.size();
      const bool is_fusible = is_test(program_.instrs[place.pc].op);
      if (!is_fusible) index_of(place) = static_cast<uint32_t>(size);
      next = place.is_parked ? translate_parked(place.pc) : translate_active(place.pc);
      if (is_fusible && result_.instrs.size() > size) index_of(place) = static_cast<uint32_t>(size);
      if (!is_fusible && result_.instrs.size() == size) named_ = size;
    }
  }
  static bool is_test(Op op) { return op == Op::kIf || op == Op::kLoopTest; }

  // Returns where the lane goes on; nothing after its end.
  std::optional<Place> translate_active(uint32_t pc) {
    const code::Instr& instr = program_.instrs[pc];
    const Place next{pc + 1, false};
    const auto target = static_cast<uint32_t>(instr.imm);
    switch (instr.op) {
      case Op::kJump:
      case Op::kJumpIfAny:
      case Op::kElse:
        return Place{target, false};
      case Op::kIf:
        emit_unless(pc, instr.a, {target + 1, false});
        return next;
      case Op::kLoopTest:
        emit_unless(pc, instr.a, {target, false});
        return next;
      case Op::kLeave:
        return Place{release_of(instr.dst, pc), false};
      case Op::kMaskTake:
        return Place{pc + 1, true};
      case Op::kJumpIfNone:
      case Op::kJoin:
      case Op::kRejoin:
      case Op::kMaskClear:
      case Op::kMaskEnter:
      case Op::kPhase:
      case Op::kPhaseEnd:
        return next;
      case Op::kReturn:
      case Op::kEnd:
        emit(static_cast<uint16_t>(Op::kEnd), pc, instr);
        return std::nullopt;
      case Op::kSubReturn:
        emit(static_cast<uint16_t>(instr.op), pc, instr);
        return std::nullopt;
      default:
        emit(static_cast<uint16_t>(instr.op), pc, instr);
        return next;
    }
  }

  std::optional<Place> translate_parked(uint32_t pc) {
    const code::Instr& instr = program_.instrs[pc];
    const Place next{pc + 1, true};
    const Place found{pc + 1, false};
    switch (instr.op) {
      case Op::kMaskCopy:
        emit(Extra::kMaskOne, pc, instr.dst);
        return next;
      case Op::kMaskDrop:
        emit(Extra::kMaskZeroIf, pc, instr.dst, instr.a);
        return next;
      case Op::kMaskEnter:
        emit_jump(Extra::kGotoIfTrue, pc, found, 0, instr.a);
        return next;
      case Op::kJoin:  // default, or the end of a switch without one
        emit_jump(Extra::kGotoIfMask, pc, found, instr.dst);
        return next;
      case Op::kJumpIfNone:
        return Place{static_cast<uint32_t>(instr.imm), true};
      case Op::kRejoin:
      case Op::kMaskClear:
        return next;
      default:
        break;
    }
    if (!code::info(instr.op).writes_register) {
      emit(Extra::kStray, pc);
      return std::nullopt;
    }
    emit(static_cast<uint16_t>(instr.op), pc, instr);
    return next;
  }

  const code::Program& program_;
  std::map<uint16_t, uint32_t> released_;      // by mask register: the Rejoin
  std::array<std::vector<uint32_t>, 2> made_;  // by Place: index of its instruction
  std::deque<Place> waiting_;
  std::vector<std::pair<size_t, Place>> jumps_;
  size_t last_jump_ = 0, trace_begin_ = 0;
  size_t named_ = ~size_t{0};  // an index that jumps to instructions without an effect lead to
  ScalarCode result_;
};

}  // namespace

ScalarCode translate(const code::Program& program) {
  return Translation(program).run();
}

}  // namespace warplens::host
