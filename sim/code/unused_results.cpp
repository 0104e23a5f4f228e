// Follows each atomic's result along every way that control may take, until something reads it or
// everything has written over it. Results are temporaries, which end with their statement, so that
// the ways are short.
#include "sim/code/unused_results.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace warplens::code {

namespace {

constexpr size_t kFarthest = 4096;  // instructions looked at for one atomic; then it is "used"

struct Registers {
  uint32_t first = 0, end = 0;
  bool overlaps(const Registers& other) const { return first < other.end && other.first < end; }
  bool holds(const Registers& other) const { return first <= other.first && other.end <= end; }
};

uint32_t slots_of(char shape) {
  return shape == 'w' ? 2 : 1;
}

bool reads(const Program& program, const Instr& instr, const Registers& result) {
  const OpInfo op = info(instr.op);
  const std::array<uint32_t, 4> fields{instr.dst, instr.a, instr.b, instr.c};
  for (size_t i = op.writes_register ? 1 : 0; i < fields.size(); ++i) {
    if (!is_register(op.operands[i])) continue;
    uint32_t count = instr.op == Op::kPhase ? 2 : slots_of(op.operands[i]);
    if (op.bytes != 0 && op.operands[0] == '#' && i == 2) count *= instr.dst;  // a vector's store
    if (result.overlaps({fields[i], fields[i] + count})) return true;
  }
  if (op.operands[4] == 's') {
    const uint32_t slot = static_cast<uint32_t>(instr.imm) >> 8;
    if (result.overlaps({slot, slot + 1})) return true;
  }
  if (instr.op != Op::kPrint) return false;
  for (const PrintSite::Argument& argument :
       program.prints[static_cast<uint32_t>(instr.imm)].arguments) {
    if (result.overlaps({argument.slot, argument.slot + 2})) return true;
  }
  return false;
}

// A move under the mask leaves other lanes as they are; every other result is new in all lanes that
// read it.
bool writes_over(const Instr& instr, const Registers& result) {
  const OpInfo op = info(instr.op);
  if (!op.writes_register || instr.op == Op::kMove32 || instr.op == Op::kMove64) return false;
  const uint32_t slots = slots_of(op.operands[0]);
  return Registers{instr.dst, instr.dst + slots}.holds(result);
}

bool is_unused(const Program& program, uint32_t pc, std::vector<uint32_t>& seen, uint32_t round) {
  const Instr& atomic = program.instrs[pc];
  const Registers result{atomic.dst, atomic.dst + slots_of(info(atomic.op).operands[0])};
  std::vector<uint32_t> ahead{pc + 1};
  for (size_t looked_at = 0; !ahead.empty(); ++looked_at) {
    if (looked_at == kFarthest) return false;
    const uint32_t at = ahead.back();
    ahead.pop_back();
    if (seen[at] == round) continue;
    seen[at] = round;
    const Instr& instr = program.instrs[at];
    if (reads(program, instr, result)) return false;
    if (instr.op == Op::kEnd || instr.op == Op::kSubReturn || writes_over(instr, result)) continue;
    if (info(instr.op).operands[4] == '@') ahead.push_back(static_cast<uint32_t>(instr.imm));
    if (instr.op != Op::kJump) ahead.push_back(at + 1);
  }
  return true;
}

}  // namespace

std::vector<bool> unused_results(const Program& program) {
  std::vector<bool> unused(program.sites.size());
  std::vector<uint32_t> seen(program.instrs.size() + 1);
  uint32_t round = 0;
  for (size_t i = 0; i < unused.size(); ++i) {
    const Atomic atomic = program.sites[i].atomic;
    if (atomic == Atomic::kNone || atomic == Atomic::kCompareSwap) continue;
    unused[i] = is_unused(program, program.sites[i].pc, seen, ++round);
  }
  return unused;
}

}  // namespace warplens::code
