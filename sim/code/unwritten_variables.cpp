// Follows the paths that one lane may take from a declaration on, as far as the first write.
#include "sim/code/program_facts.hpp"

#include <algorithm>

#include "sim/code/lane_paths.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::code {

namespace {

// Instructions that are looked at for all variables together; the rest may be unwritten.
constexpr uint64_t kMostSteps = 2'000'000;

class Ways {
 public:
  explicit Ways(const Program& program)
      : program_(program), paths_(program), seen_(program.instrs.size()) {}

  // From `pc` on, whether a way reads the slot before one writes it.
  bool reads_first(uint32_t pc, uint32_t slot) {
    ++round_;
    open_.assign(1, pc);
    while (!open_.empty()) {
      if (++steps_ > kMostSteps) return true;
      const uint32_t at = open_.back();
      open_.pop_back();
      if (at >= seen_.size() || seen_[at] == round_) continue;
      seen_[at] = round_;
      RegisterUses uses = register_uses(program_, program_.instrs[at]);
      if (uses.keeps_last) uses.reads.pop_back();
      if (holds(uses.reads, slot)) return true;
      if (!holds(uses.writes, slot)) paths_.add_next(at, open_);
    }
    return false;
  }

 private:
  static bool holds(const std::vector<SlotRange>& ranges, uint32_t slot) {
    return std::any_of(ranges.begin(), ranges.end(), [slot](const SlotRange& range) {
      return slot >= range.slot && slot < range.slot + uint32_t{range.width} * range.count;
    });
  }

  const Program& program_;
  const LanePaths paths_;
  std::vector<uint32_t> seen_;  // by pc: in which round
  uint32_t round_ = 0;
  uint64_t steps_ = 0;
  std::vector<uint32_t> open_;
};

}  // namespace

std::vector<bool> may_be_read_unwritten(const Program& program) {
  std::vector<bool> may_be(program.bare_declarations.size());
  if (may_be.empty() || !program.subroutines.empty()) return may_be;
  Ways ways(program);
  for (size_t i = 0; i < may_be.size(); ++i) {
    const BareDeclaration& declaration = program.bare_declarations[i];
    may_be[i] = declaration.is_local;
    uint32_t slot = declaration.slot;
    for (const lang::Leaf& leaf : lang::leaves_of(declaration.variable->type)) {
      if (may_be[i]) break;
      may_be[i] = ways.reads_first(declaration.pc, slot);
      slot += lang::size_of(leaf.type) == 8 ? 2 : 1;
    }
  }
  return may_be;
}

}  // namespace warplens::code
