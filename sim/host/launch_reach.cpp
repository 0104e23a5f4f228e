#include "sim/host/launch_reach.hpp"

#include <set>
#include <string_view>

#include "sim/host/scalar/scalar_opcodes.hpp"

namespace warplens::host {

using code::Op;

namespace {

bool is(const ScalarInstr& instr, Op op) {
  return instr.op == static_cast<uint16_t>(op);
}
bool is(const ScalarInstr& instr, Extra op) {
  return instr.op == static_cast<uint16_t>(op);
}

// A jump that may be passed.
bool is_conditional(const ScalarInstr& instr) {
  return is(instr, Extra::kGotoIfZero) || is(instr, Extra::kGotoIfTrue) ||
         is(instr, Extra::kGotoIfMask) || instr.op > static_cast<uint16_t>(Extra::kStray);
}

std::string_view called(const ScalarInstr& instr, const code::Program& program) {
  if (!is(instr, Op::kHostCall)) return "";
  return program.host_calls[static_cast<size_t>(instr.imm)].function->name;
}

}  // namespace

std::vector<uint32_t> LaunchReach::next_of(uint32_t at) const {
  const ScalarInstr& instr = code_.instrs[at];
  const std::string_view name = called(instr, program_);
  const bool ends = is(instr, Op::kSubReturn) || is(instr, Op::kEnd) || is(instr, Extra::kStray) ||
                    name == "warplens_exit" || name == "abort";
  if (ends || (is(instr, Op::kCall) && !subroutines_[static_cast<size_t>(instr.imm)].may_return))
    return {};
  if (is(instr, Extra::kGoto)) return {static_cast<uint32_t>(instr.imm)};
  if (is_conditional(instr)) return {at + 1, static_cast<uint32_t>(instr.imm)};
  return {at + 1};
}

// The launches that the instruction is, or that the subroutine which it calls has.
LaunchReach::Launches LaunchReach::launches_of(const ScalarInstr& instr) const {
  if (is(instr, Op::kCall)) return subroutines_[static_cast<size_t>(instr.imm)].launches;
  if (is(instr, Op::kLaunch)) return bit_of(static_cast<uint32_t>(instr.imm));
  return called(instr, program_) == "warplens_launch" ? Launches{1} << kOther : 0;
}

LaunchReach::LaunchReach(const ScalarCode& code, const code::Program& program)
    : code_(code),
      program_(program),
      reaches_(code.instrs.size() + 1, 0),
      subroutines_(program.subroutines.size()),
      turns_(code.instrs.size(), 0) {
  std::vector<bool> returns(code.instrs.size() + 1, false);  // by instruction: whether it may
  // Backwards, until nothing changes: most ways lead forwards.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (auto at = static_cast<uint32_t>(code.instrs.size()); at-- > 0;) {
      Launches reaches = launches_of(code.instrs[at]);
      bool may_return = is(code.instrs[at], Op::kSubReturn);
      for (const uint32_t to : next_of(at)) {
        reaches |= reaches_[to];
        may_return = may_return || returns[to];
      }
      is_changed = is_changed || reaches != reaches_[at] || may_return != returns[at];
      reaches_[at] = reaches;
      returns[at] = may_return;
    }
    for (size_t i = 0; i < subroutines_.size(); ++i) {
      const OfSubroutine found{reaches_[code.entries[i]], returns[code.entries[i]]};
      is_changed = is_changed || found != subroutines_[i];
      subroutines_[i] = found;
    }
  }
  for (uint32_t at = 0; at < code.instrs.size(); ++at) {
    if (!is_conditional(code.instrs[at])) continue;
    const bool passed = reaches_[at + 1] != 0;
    const bool taken = reaches_[target_of(at)] != 0;
    if (taken != passed) turns_[at] = passed ? kTaken : kPassed;
  }
}

base::Span LaunchReach::launch_beside(uint32_t jump) const {
  const auto other = (turns_[jump] & kTaken) != 0 ? jump + 1 : target_of(jump);
  std::vector<uint32_t> waiting{other};
  std::set<uint32_t> seen;
  while (!waiting.empty()) {
    const uint32_t at = waiting.back();
    waiting.pop_back();
    if (reaches_[at] == 0 || !seen.insert(at).second) continue;
    const ScalarInstr& instr = code_.instrs[at];
    if (is(instr, Op::kLaunch)) return program_.launches[static_cast<size_t>(instr.imm)].span;
    if (is(instr, Op::kCall) && launches_of(instr) != 0)
      waiting.push_back(code_.entries[static_cast<size_t>(instr.imm)]);
    else if (launches_of(instr) != 0)
      return program_.spans[code_.pcs[at]];
    for (const uint32_t next : next_of(at)) waiting.push_back(next);
  }
  return {};
}

}  // namespace warplens::host
