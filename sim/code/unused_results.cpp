// Follows each atomic's result along every way that control may take, until something reads it or
// everything has written over it. Results are temporaries, which end with their statement, so that
// the ways are short.
#include "sim/code/unused_results.hpp"

#include <cstddef>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::code {

namespace {

constexpr size_t kFarthest = 4096;  // instructions looked at for one atomic; then it is "used"

struct Registers {
  uint32_t first = 0, end = 0;
  bool overlaps(const Registers& other) const { return first < other.end && other.first < end; }
  bool holds(const Registers& other) const { return first <= other.first && other.end <= end; }
};

bool reads(const Program& program, const Instr& instr, const Registers& result) {
  RegisterUses uses = register_uses(program, instr);
  if (uses.keeps_last) uses.reads.pop_back();
  for (const SlotRange& range : uses.reads) {
    const uint32_t slots = uint32_t{range.width} * range.count;
    if (result.overlaps({range.slot, range.slot + slots})) return true;
  }
  return false;
}

// A move under the mask leaves other lanes as they are; every other result is new in all lanes that
// read it.
bool writes_over(const Instr& instr, const Registers& result) {
  const OpInfo op = info(instr.op);
  if (!op.writes_register || instr.op == Op::kMove32 || instr.op == Op::kMove64) return false;
  const uint32_t slots = width_of(op.operands[0]);
  return Registers{instr.dst, instr.dst + slots}.holds(result);
}

bool is_unused(const Program& program, uint32_t pc, std::vector<uint32_t>& seen, uint32_t round) {
  const Instr& atomic = program.instrs[pc];
  const uint32_t slots = width_of(info(atomic.op).operands[0]);
  const Registers result{atomic.dst, atomic.dst + slots};
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
    if (info(instr.op).jumps()) ahead.push_back(static_cast<uint32_t>(instr.imm));
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
