#include "sim/host/scalar/native_translation.hpp"

#include "sim/code/opcodes.hpp"
#include "sim/host/scalar/scalar_arithmetic.hpp"

namespace warplens::host {

using code::Op;

namespace {

using lane::number_of;

bool is_jump(uint16_t op) {
  return op >= number_of(Extra::kGoto) && op != number_of(Extra::kMaskOne) &&
         op != number_of(Extra::kMaskZeroIf) && op != number_of(Extra::kStray);
}

// The lane goes on behind it later, from outside of native code.
bool stops(uint16_t op) {
  return op == number_of(Op::kCall) || op == number_of(Op::kHostCall) ||
         op == number_of(Op::kLaunch) || op == number_of(Op::kPrint);
}

bool compares_64(uint16_t op) {
  return op == number_of(Extra::kUnlessLtS64) || op == number_of(Extra::kUnlessLtU64) ||
         op == number_of(Extra::kUnlessEqI64) || op == number_of(Extra::kUnlessNeI64);
}

SlotUses uses_of_extra(const ScalarInstr& instr) {
  SlotUses uses;
  if (instr.op == number_of(Extra::kGotoIfZero) || instr.op == number_of(Extra::kGotoIfTrue) ||
      instr.op == number_of(Extra::kMaskZeroIf)) {
    uses.reads[0] = {instr.a, 1};
  } else if (instr.op > number_of(Extra::kStray)) {
    const uint32_t width = compares_64(instr.op) ? 2 : 1;
    uses.reads[0] = {instr.a, width};
    uses.reads[1] = {instr.b, width};
    uses.write = {instr.dst, 1};
  }
  return uses;
}

class Marks {
 public:
  explicit Marks(NativeSlots& slots) : slots_(slots) {}
  void add(uint32_t slot, uint32_t count) {
    for (uint32_t i = slot; i < slot + count; ++i) slots_.is_local[i] = false;
  }
  void add(const lang::Type* type, uint32_t slot) { add(slot, lang::size_of(type) == 8 ? 2 : 1); }

 private:
  NativeSlots& slots_;
};

// What the process reads and writes while the lane has stopped.
void mark_what_stops_read(const code::Program& program, Marks& marks) {
  for (const code::Parameter& parameter : program.parameters)
    marks.add(parameter.type, parameter.slot);
  for (const code::GlobalVariable& global : program.globals) {
    if (!global.is_constant) marks.add(global.slot, 2);
  }
  for (const code::HostCallSite& site : program.host_calls) {
    for (const code::HostArgument& argument : site.arguments)
      marks.add(argument.type, argument.slot);
    if (!site.function->return_type->is_void()) marks.add(site.function->return_type, site.result);
  }
  for (const code::LaunchSite& site : program.launches) {
    marks.add(site.grid, 3);
    marks.add(site.block, 3);
    if (site.shared) marks.add(*site.shared, 2);
    if (site.stream) marks.add(*site.stream, 2);
    for (const code::HostArgument& argument : site.arguments)
      marks.add(argument.type, argument.slot);
  }
  for (const code::PrintSite& site : program.prints) {
    for (const code::PrintSite::Argument& argument : site.arguments)
      marks.add(argument.type, argument.slot);
  }
}

}  // namespace

SlotUses uses_of(const ScalarInstr& instr) {
  if (instr.op >= number_of(Extra::kFirst)) return uses_of_extra(instr);
  const code::OpInfo info = code::info(static_cast<Op>(instr.op));
  const uint16_t fields[] = {instr.dst, instr.a, instr.b, instr.c};
  const auto range = [&](size_t field) {
    return code::is_register(info.operands[field])
               ? SlotRange{fields[field], code::width_of(info.operands[field])}
               : SlotRange{};
  };
  SlotUses uses;
  for (size_t field = 1; field < 4; ++field) uses.reads[field - 1] = range(field);
  uses.write = range(0);
  if (info.is_vector) {
    if (info.operation == code::Operation::kLoad)
      uses.write.count *= instr.b;
    else
      uses.reads[1].count *= instr.dst;
  }
  return uses;
}

NativeSlots slots_of(const ScalarCode& code, const code::Program& program) {
  NativeSlots slots;
  slots.begins_block.assign(code.instrs.size() + 1, false);
  slots.is_local.assign(program.register_slots + 2, true);
  slots.begins_block[0] = true;
  for (const uint32_t entry : code.entries) slots.begins_block[entry] = true;
  for (size_t i = 0; i < code.instrs.size(); ++i) {
    const ScalarInstr& instr = code.instrs[i];
    if (is_jump(instr.op)) slots.begins_block[static_cast<uint32_t>(instr.imm)] = true;
    if (stops(instr.op)) slots.begins_block[i + 1] = true;
  }

  Marks marks(slots);
  mark_what_stops_read(program, marks);
  std::vector<uint32_t> written_in(slots.is_local.size(), 0);  // by slot: the block
  uint32_t block = 0;
  for (size_t i = 0; i < code.instrs.size(); ++i) {
    if (slots.begins_block[i]) ++block;
    const SlotUses uses = uses_of(code.instrs[i]);
    for (const SlotRange& read : uses.reads) {
      for (uint32_t slot = read.first; slot < read.first + read.count; ++slot) {
        if (written_in[slot] != block) slots.is_local[slot] = false;
      }
    }
    for (uint32_t slot = uses.write.first; slot < uses.write.first + uses.write.count; ++slot)
      written_in[slot] = block;
  }
  return slots;
}

}  // namespace warplens::host
