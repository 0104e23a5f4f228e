// The tables first, because instructions are checked against them; then each instruction by the
// shape that the opcode list gives it, by what its numbers mean, and by where it may go on.
#include "sim/code/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

// The slots from `first` on that an operand takes.
struct Range {
  uint32_t first = 0, end = 0;
  bool overlaps(const Range& other) const { return first < other.end && other.first < end; }
  friend bool operator==(const Range&, const Range&) = default;
};

uint32_t slots_of_type(const lang::Type* type) {
  return lang::size_of(type) == 8 ? 2 : 1;
}

// Reads all of its operands before it writes a lane.
bool gathers_first(Op op) {
  switch (op) {
    case Op::kMma:
    case Op::kMmaF64:
    case Op::kShuffle32:
    case Op::kShuffle64:
    case Op::kVote:
    case Op::kMatchAny32:
    case Op::kMatchAny64:
    case Op::kReduce:
    case Op::kTurnMatrix:
      return true;
    default:
      return false;
  }
}

// One past the largest number that an opcode's imm may be; nothing if any will do.
std::optional<size_t> end_of_numbers(Op op, const Program& program) {
  switch (op) {
    case Op::kMma:
    case Op::kMmaF64:
      return tensor::mma_shapes().size();
    case Op::kBuiltin:
      return static_cast<size_t>(lang::Builtin::kWarpSize) + 1;
    case Op::kVote:
    case Op::kBarrierResult:
      return 3;
    case Op::kReduce:
      return 8;
    case Op::kBulkStore:
      return kBulkSums + 1;
    case Op::kTensorLoad:
    case Op::kTensorStore:
      return 4;
    case Op::kPrint:
      return program.prints.size();
    case Op::kAssert:
    case Op::kTrap:
      return program.asserts.size();
    case Op::kCall:
      return program.subroutines.size();
    case Op::kPhase:
    case Op::kPhaseEnd:
      return program.phase_loops.size();
    default:
      return std::nullopt;
  }
}

bool goes_on(Op op) {
  return op != Op::kEnd && op != Op::kSubReturn && op != Op::kJump;
}

bool fills_mask(Op op) {
  switch (op) {
    case Op::kIf:
    case Op::kLoopTest:
    case Op::kLeave:
    case Op::kMaskClear:
    case Op::kMaskTake:
    case Op::kMaskCopy:
      return true;
    default:
      return false;
  }
}

bool divides_mask(Op op) {
  return op == Op::kElse || op == Op::kMaskEnter || op == Op::kMaskDrop;
}

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  std::string first_defect() {
    tables();
    if (defect_.empty()) functions();
    for (size_t pc = 0; pc < program_.instrs.size() && defect_.empty(); ++pc) {
      pc_ = pc;
      instruction();
    }
    if (defect_.empty()) masks();
    return defect_;
  }

 private:
  // Kept is the first one only.
  void expect(bool holds, const std::string& what) {
    if (!holds && defect_.empty()) defect_ = what;
  }

  void expect_here(bool holds, std::string_view what) {
    if (holds || !defect_.empty()) return;
    const Op op = program_.instrs[pc_].op;
    defect_ =
        fmt::format("instruction {} ({}): {}", pc_, op <= Op::kEnd ? info(op).name : "?", what);
  }

  void expect_slots(uint32_t slot, uint32_t count, std::string_view whose) {
    expect(uint64_t{slot} + count <= program_.register_slots,
           fmt::format("the registers of {} are beyond the program's", whose));
  }

  // -------------------------------------------------------------------------------------- tables

  void tables() {
    const size_t count = program_.instrs.size();
    expect(count > 0 && program_.spans.size() == count && program_.sites_of.size() == count &&
               program_.frames_of.size() == count,
           "instructions, spans, sites and frames are not parallel");
    expect(!program_.frames.empty(), "the kernel has no frame");
    expect(!program_.local_arrays.empty() && program_.local_arrays[0].end == program_.local_bytes,
           "the first local array is not the whole frame");
    for (size_t i = 1; i < program_.frames.size(); ++i) {
      expect(program_.frames[i].parent < program_.frames.size(),
             fmt::format("frame {} is in none", i));
    }
    for (const LocalArray& array : program_.local_arrays) {
      expect(array.begin <= array.end && array.end <= program_.local_bytes,
             "a local array is outside of the thread's frame");
    }
    for (const Parameter& parameter : program_.parameters) {
      expect_slots(parameter.slot, slots_of_type(parameter.type), "'" + parameter.name + "'");
    }
    for (const GlobalVariable& global : program_.globals) {
      if (!global.is_constant) expect_slots(global.slot, 2, "a variable of the file");
      expect(!global.is_constant || global.offset < std::max(program_.constant_bytes, 1u),
             "a variable is outside of constant memory");
    }
    for (const PrintSite& print : program_.prints) {
      for (const PrintSite::Argument& argument : print.arguments) {
        expect_slots(argument.slot, slots_of_type(argument.type), "printf's arguments");
      }
    }
    shared_arrays();
    homes();
  }

  void shared_arrays() {
    uint32_t end = 0;
    for (const SharedArray& array : program_.shared) {
      expect(array.offset >= end && array.bytes <= program_.static_shared_bytes &&
                 array.offset <= program_.static_shared_bytes - array.bytes,
             "shared array '" + array.name + "' overlaps another one or the end");
      end = array.offset + array.bytes;
    }
  }

  void homes() {
    for (const VariableHome& home : program_.homes) {
      const std::string name = "'" + home.variable->name + "'";
      expect(home.frame < program_.frames.size(), name + " is a variable of no frame");
      if (home.place == VariableHome::Place::kRegister) expect_slots(home.slot, 1, name);
      if (home.place == VariableHome::Place::kSharedMemory) {
        expect(home.offset <= program_.static_shared_bytes, name + " is outside of shared memory");
      }
    }
  }

  // ----------------------------------------------------------------------------------- functions

  // The kernel's code comes first, then that of the subroutines in order, each with registers and
  // masks of its own.
  void functions() {
    size_t entry = 0;
    Range slots, masks;
    for (const Subroutine& made : program_.subroutines) {
      expect(made.entry > entry && made.entry < program_.instrs.size(),
             "a subroutine starts in another function");
      expect(made.frame < program_.frames.size(), "a subroutine has no frame");
      expect(made.first_slot >= slots.end && made.first_slot <= made.end_slot &&
                 made.end_slot <= program_.register_slots,
             "subroutines share registers");
      expect(made.first_mask >= masks.end && made.first_mask <= made.end_mask &&
                 made.end_mask <= program_.mask_registers,
             "subroutines share masks");
      entry = made.entry;
      slots = {made.first_slot, made.end_slot};
      masks = {made.first_mask, made.end_mask};
    }
  }

  // The subroutine that the present instruction belongs to; null: the kernel.
  const Subroutine* function() const {
    const auto& all = program_.subroutines;
    const auto after = std::upper_bound(
        all.begin(), all.end(), pc_, [](size_t pc, const Subroutine& s) { return pc < s.entry; });
    return after == all.begin() ? nullptr : &*std::prev(after);
  }

  Range code_of(const Subroutine* of) const {
    const auto& all = program_.subroutines;
    const size_t next = of == nullptr ? 0 : static_cast<size_t>(of - all.data()) + 1;
    const size_t end = next < all.size() ? all[next].entry : program_.instrs.size();
    return {of == nullptr ? 0 : of->entry, static_cast<uint32_t>(end)};
  }

  // ---------------------------------------------------------------------------- one instruction

  void instruction() {
    const Instr& instr = program_.instrs[pc_];
    expect_here(instr.op <= Op::kEnd, "no such opcode");
    if (!defect_.empty()) return;
    const OpInfo op = info(instr.op);
    expect_here(program_.frames_of[pc_] < program_.frames.size(), "no such frame");
    const base::Span span = program_.spans[pc_];
    expect_here(span.begin <= span.end && span.end <= program_.unit->file.end(),
                "the text it came from is outside of the file and what it includes");
    fields(instr, op);
    numbers(instr, op);
    if (!defect_.empty()) return;
    registers(instr, op);
    access(instr, op);
    flow(instr, op);
  }

  void fields(const Instr& instr, const OpInfo& op) {
    const uint16_t fields[] = {instr.dst, instr.a, instr.b, instr.c};
    for (size_t i = 0; i < std::size(fields); ++i) {
      if (op.operands[i] == Operand::kNone)
        expect_here(fields[i] == 0, "an operand it does not have");
      if (op.operands[i] == Operand::kMask) mask(fields[i]);
    }
    const auto imm = static_cast<uint32_t>(instr.imm);
    if (op.operands[4] == Operand::kNone) expect_here(imm == 0, "a number it does not have");
    if (op.operands[4] == Operand::kConstant)
      expect_here(imm < program_.constants.size(), "no such constant");
  }

  void mask(uint32_t number) {
    expect_here(number < program_.mask_registers, "no such mask register");
    for (const Subroutine& made : program_.subroutines) {
      const bool is_its = number >= made.first_mask && number < made.end_mask;
      expect_here(!is_its || &made == function(), "a mask register of another function");
    }
  }

  // What the machine reads and writes: several slots for several values, and of a Phase the one
  // that its kind requires.
  Range range(const Instr& instr, const OpInfo& op, size_t field) const {
    const uint32_t fields[] = {instr.dst, instr.a, instr.b, instr.c};
    uint32_t count = width_of(op.operands[field]);
    if (op.is_vector && field == (op.operation == Operation::kLoad ? 0 : 2))
      count *= op.operation == Operation::kLoad ? instr.b : instr.dst;
    if (is_mma(instr.op)) count *= mma_registers(instr, field);
    if (instr.op == Op::kPhase) count = instr.b == 3 ? 2 : 1;
    if (field == 3 && (instr.op == Op::kKeepMulF32 || instr.op == Op::kKeepMulF64)) count *= 2;
    return {fields[field], fields[field] + count};
  }

  void registers(const Instr& instr, const OpInfo& op) {
    std::array<std::optional<Range>, 5> used;
    for (size_t i = 0; i < 4; ++i) {
      if (is_register(op.operands[i])) used[i] = range(instr, op, i);
    }
    if (op.operands[4] == Operand::kShuffle || op.operands[4] == Operand::kProduct) {
      const uint32_t slot = static_cast<uint32_t>(instr.imm) >> 8;
      const bool is_wide = op.operands[4] == Operand::kProduct && op.writes_64;
      used[4] = Range{slot, slot + (is_wide ? 2 : 1)};
    }
    for (const auto& one : used) {
      if (!one) continue;
      expect_here(one->end <= program_.register_slots, "a register beyond the program's");
      for (const Subroutine& made : program_.subroutines) {
        const bool is_its = one->overlaps({made.first_slot, made.end_slot});
        expect_here(!is_its || &made == function(), "a register of another function");
      }
    }
    if (!op.writes_register || gathers_first(instr.op)) return;
    for (size_t i = 1; i < used.size(); ++i) {
      if (!used[i] || (op.is_access && i == 1)) continue;  // addresses are gathered first
      expect_here(*used[i] == *used[0] || !used[i]->overlaps(*used[0]),
                  "its result is half over an operand");
    }
    if (instr.op == Op::kMatchAll32 || instr.op == Op::kMatchAll64) {
      expect_here(!used[3]->overlaps(*used[0]), "its two results are one register");
    }
  }

  void numbers(const Instr& instr, const OpInfo& op) {
    const auto imm = static_cast<uint32_t>(instr.imm);
    if (const auto end = end_of_numbers(instr.op, program_)) {
      expect_here(imm < *end, "a number that is not in its table");
    }
    if (op.operands[4] == Operand::kShuffle)
      expect_here((imm & 0xff) < 4, "no such kind of shuffle");
    if (op.operands[4] == Operand::kProduct) expect_here((imm & 0xff) < 4, "no such signs");
    if (is_mma(instr.op) && imm < tensor::mma_shapes().size()) {
      const bool is_f64 = mma_shape(instr).d == tensor::Element::kF64;
      expect_here(is_f64 == op.writes_64, "a shape whose registers are of another width");
    }
    if (instr.op == Op::kPhase) expect_here(instr.b <= 3, "no such kind of value");
    if (instr.op == Op::kClearLocal) {
      const uint64_t bytes = instr.a + (uint64_t{instr.b} << 16);
      expect_here(function() == nullptr && imm + bytes <= program_.local_bytes,
                  "it clears bytes outside of the thread's frame");
    }
    if (op.is_local) {
      expect_here(instr.c < program_.local_arrays.size(), "no such local array");
    }
  }

  void access(const Instr& instr, const OpInfo& op) {
    const uint32_t site = program_.sites_of[pc_];
    const bool is_reported =
        op.is_access && !op.is_local;  // accesses to the frame are not reported
    expect_here((site != kNoSite) == is_reported, "a site that it should not have, or none");
    const uint32_t count = !op.is_vector                      ? 1
                           : op.operation == Operation::kLoad ? instr.b
                                                              : instr.dst;
    const uint32_t bytes = op.is_matrix ? 16 : count * op.bytes;
    if (op.is_matrix) {
      expect_here(count == 1 || count == 2 || count == 4, "matrices that are not 1, 2 or 4");
    } else if (op.is_vector) {
      expect_here(bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16,
                  "a vector that is not of 2, 4, 8 or 16 bytes");
    }
    if (!is_reported || !defect_.empty()) return;
    expect_here(site < program_.sites.size() && program_.sites[site].pc == pc_,
                "its site is another instruction's");
    if (!defect_.empty()) return;
    const AccessSite& described = program_.sites[site];
    expect_here(described.operation == op.operation && described.bytes == bytes &&
                    described.is_matrix == op.is_matrix &&
                    (described.atomic != Atomic::kNone) == (op.operation == Operation::kAtomic),
                "its site describes another access");
    expect_here(described.frame < program_.frames.size(), "its site is in no frame");
  }

  // Jumps stay in the function, which ends in its own way.
  void flow(const Instr& instr, const OpInfo& op) {
    const Subroutine* of = function();
    const Range code = code_of(of);
    if (op.jumps()) {
      const auto target = static_cast<uint32_t>(instr.imm);
      expect_here(target >= code.first && target < code.end, "a jump out of its function");
    }
    if (goes_on(instr.op)) expect_here(pc_ + 1 < code.end, "the function's code runs out");
    expect_here(instr.op != Op::kEnd || of == nullptr, "a subroutine that ends the warp");
    expect_here(instr.op != Op::kSubReturn || of != nullptr, "a return without a call");
  }

  // ---------------------------------------------------------------------------------- masks

  // What an else or a switch divides has been put into its mask. (One that lanes are collected in
  // may stay empty.)
  void masks() {
    std::vector<bool> filled(program_.mask_registers);
    for (const Instr& instr : program_.instrs) {
      if (fills_mask(instr.op)) filled[instr.dst] = true;
    }
    for (pc_ = 0; pc_ < program_.instrs.size(); ++pc_) {
      const Instr& instr = program_.instrs[pc_];
      if (divides_mask(instr.op)) expect_here(filled[instr.dst], "a mask that nothing fills");
      if (instr.op == Op::kMaskCopy) expect_here(filled[instr.a], "a mask that nothing fills");
    }
  }

  const Program& program_;
  std::string defect_;
  size_t pc_ = 0;
};

}  // namespace

std::string first_defect(const Program& program) {
  return Verifier(program).first_defect();
}

}  // namespace warplens::code
