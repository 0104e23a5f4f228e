// Webs that one instruction writes are gone through in the order of the text, so that operands are
// known before what is made of them.
#include "sim/code/value_sources.hpp"

#include <algorithm>
#include <numeric>

#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

constexpr uint64_t kPlace = uint64_t{1} << 24;  // of ranks: between two positions of the text
constexpr uint64_t kSlot = 256;                 // between two variables that change in one loop

bool moves(Op op) {
  return op == Op::kMove32 || op == Op::kMove64 || op == Op::kCopy32 || op == Op::kCopy64;
}

// Whether an instruction's result follows from its operands alone.
bool is_pure(Op op) {
  if (moves(op) || computes_lanes(op)) return true;
  switch (op) {
    case Op::kConst32:
    case Op::kConst64:
    case Op::kBuiltin:
    case Op::kSelect32:
    case Op::kSelect64:
    case Op::kScale32:
    case Op::kIndex32:
    case Op::kIndexS32:
    case Op::kIndexU32:
    case Op::kIndex64:
    case Op::kAddImm64:
      return true;
    default:
      return false;
  }
}

}  // namespace

ValueSources::ValueSources(const Program& program, const std::vector<RegisterUses>& uses)
    : program_(program),
      uses_(uses),
      webs_(program, uses),
      loops_(program),
      known_(webs_.count()),
      source_(webs_.count()) {
  std::iota(source_.begin(), source_.end(), 0u);
  const std::vector<RegisterUse> launch = registers_of_launch(program);
  for (size_t k = 0; k < launch.size(); ++k) {
    Web& web = known_[webs_.web_of_launch(k)];
    web.is_launch = true;
    web.slot = launch[k].slot;
    web.rank = (k + 1) * kSlot;
  }
  for (uint32_t pc = 0; pc < uses.size(); ++pc) {
    uint32_t value = reads_of(pc);
    for (const SlotRange& range : uses[pc].writes) {
      for_each_value(range, [&](const RegisterUse& use) {
        Web& web = known_[webs_.web(pc, value++)];
        web.slot = use.slot;
        if (web.writes.empty() || web.writes.back() != pc) web.writes.push_back(pc);
      });
    }
  }
  for (uint32_t pc = 0; pc < uses.size(); ++pc) {
    if (uses[pc].writes.empty()) continue;
    const Op op = program.instrs[pc].op;
    uint64_t rank = (uint64_t{pc} + 1) * kPlace;
    if (op == Op::kConst32 || op == Op::kConst64) rank = 0;
    if (is_pure(op) && operands_of(pc) > 0) {
      rank = 0;
      for (size_t k = 0; k < operands_of(pc); ++k) rank = std::max(rank, rank_of_read(pc, k));
      rank += moves(op) ? 0 : 1;
    }
    const uint32_t changes = changes_in(pc);
    for (uint32_t k = 0; k < value_count(uses[pc].writes); ++k) {
      const uint32_t at = webs_.web(pc, reads_of(pc) + k);
      if (only_write(at) != pc) continue;
      known_[at].rank = rank;
      known_[at].changes = changes;
    }
    if (hands_on(pc)) source_[written(pc)] = read(pc, 0);
  }
}

uint32_t ValueSources::reads_of(uint32_t pc) const {
  return value_count(uses_[pc].reads);
}

uint32_t ValueSources::operands_of(uint32_t pc) const {
  return uses_[pc].keeps_last ? 1 : reads_of(pc);
}

uint32_t ValueSources::only_write(uint32_t web) const {
  const Web& known = known_[web];
  const bool is_one = known.writes.size() == 1 && !known.is_launch && !webs_.is_mixed(web);
  return is_one ? known.writes.front() : kNone;
}

bool ValueSources::hands_on(uint32_t pc) const {
  if (!moves(program_.instrs[pc].op) || only_write(written(pc)) != pc) return false;
  const uint32_t from = webs_.web(pc, 0);
  return only_write(from) != kNone || is_parameter(from);
}

bool ValueSources::is_written(uint32_t web, uint32_t begin, uint32_t end) const {
  const std::vector<uint32_t>& writes = known_[web].writes;
  const auto first = std::lower_bound(writes.begin(), writes.end(), begin);
  return first != writes.end() && *first <= end;
}

uint32_t ValueSources::changes_of_read(uint32_t pc, size_t k) const {
  const uint32_t web = webs_.web(pc, k);
  const Web& known = known_[web];
  uint32_t loop = loops_.innermost(pc);
  if (only_write(web) != kNone) {
    loop = known.changes;
    while (!loops_.contains(loop, pc)) loop = loops_[loop].parent;
    return loop;
  }
  while (loop != LoopNest::kNone && !is_written(web, loops_[loop].begin, loops_[loop].end))
    loop = loops_[loop].parent;
  return loop;
}

uint32_t ValueSources::changes_in(uint32_t pc) const {
  if (!is_pure(program_.instrs[pc].op)) return loops_.innermost(pc);
  uint32_t innermost = LoopNest::kNone;
  for (size_t k = 0; k < operands_of(pc); ++k) {
    const uint32_t loop = changes_of_read(pc, k);
    // Both are around the instruction, and a loop is behind those around it.
    if (loop != LoopNest::kNone && (innermost == LoopNest::kNone || loop > innermost))
      innermost = loop;
  }
  return innermost;
}

uint64_t ValueSources::rank_of_read(uint32_t pc, size_t k) const {
  const uint32_t web = webs_.web(pc, k);
  const Web& known = known_[web];
  if (only_write(web) != kNone || known.writes.empty()) return known.rank;
  uint32_t loop = loops_.innermost(pc);
  while (loop != LoopNest::kNone && !is_written(web, loops_[loop].begin, loops_[loop].end))
    loop = loops_[loop].parent;
  // It meets others of its kind where the loop begins, or behind the branch that writes it last.
  uint64_t place = 0;
  if (loop != LoopNest::kNone) {
    place = loops_[loop].begin;
  } else {
    for (const uint32_t write : known.writes) place = write < pc ? write + 1 : place;
  }
  return (place + 1) * kPlace + std::min<uint64_t>(known.slot, 0xffff) * kSlot;
}

}  // namespace warplens::code
