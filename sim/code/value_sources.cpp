// Webs that one instruction writes are gone through in the order of the text, so that operands are
// known before what is made of them.
#include "sim/code/value_sources.hpp"

#include <algorithm>
#include <numeric>

#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kBlock = 1 << 16;  // of ranks: between two blocks

bool moves(Op op) {
  return op == Op::kMove32 || op == Op::kMove64 || op == Op::kCopy32 || op == Op::kCopy64;
}

// An operation on registers that LLVM may move, so that its rank follows from theirs; of the
// library's functions it does not know that.
bool is_operation(Op op) {
  if (moves(op) || computes_lanes(op)) return !is_library_function(op);
  switch (op) {
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

// Whether an instruction's result follows from its operands alone.
bool is_pure(Op op) {
  return is_operation(op) || is_library_function(op) || op == Op::kConst32 || op == Op::kConst64 ||
         op == Op::kBuiltin;
}

}  // namespace

bool negates(Op op) {
  return op == Op::kNegF32 || op == Op::kNegF64;
}

ValueSources::ValueSources(const Program& program, const std::vector<RegisterUses>& uses,
                           const LaneBlocks& blocks)
    : program_(program),
      uses_(uses),
      webs_(program, uses),
      loops_(program),
      blocks_(blocks),
      known_(webs_.count()),
      source_(webs_.count()),
      is_used_(webs_.count()) {
  std::iota(source_.begin(), source_.end(), 0u);
  const std::vector<RegisterUse> launch = registers_of_launch(program);
  for (size_t k = 0; k < launch.size(); ++k) {
    Web& web = known_[webs_.web_of_launch(k)];
    web.is_launch = true;
    web.slot = launch[k].slot;
    web.rank = static_cast<uint32_t>(k) + 1;
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
  find_used();
  find_changing();
  find_ranks();
}

// The variables that each loop has another value of at each turn.
void ValueSources::find_changing() {
  for (uint32_t at = 0; at < known_.size(); ++at) {
    const Web& web = known_[at];
    if (web.writes.empty() || only_write(at) != kNone || !is_used_[at]) continue;
    for (const uint32_t pc : web.writes) {
      for (uint32_t loop = loops_.innermost(pc); loop != LoopNest::kNone;
           loop = loops_[loop].parent)
        changing_[loop].push_back(web.slot);
    }
  }
  for (auto& [loop, slots] : changing_) {
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  }
}

void ValueSources::find_ranks() {
  std::map<uint32_t, uint32_t> fixed;  // by block: how many values it has that are not computed
  for (const auto& [loop, slots] : changing_)
    fixed[blocks_.of(loops_[loop].begin)] += static_cast<uint32_t>(slots.size());
  for (uint32_t pc = 0; pc < uses_.size(); ++pc) {
    const Op op = program_.instrs[pc].op;
    uint32_t rank = 0;
    if (is_operation(op)) {
      for (size_t k = 0; k < operands_of(pc); ++k) rank = std::max(rank, rank_of_read(pc, k));
      rank += moves(op) || negates(op) ? 0 : 1;
    } else if (op != Op::kConst32 && op != Op::kConst64 && stays(pc)) {
      rank = (blocks_.of(pc) + 1) * kBlock + ++fixed[blocks_.of(pc)];
    }
    if (uses_[pc].writes.empty()) continue;
    const uint32_t changes = changes_in(pc);
    for (uint32_t k = 0; k < value_count(uses_[pc].writes); ++k) {
      const uint32_t at = webs_.web(pc, reads_of(pc) + k);
      if (only_write(at) != pc) continue;
      known_[at].rank = rank;
      known_[at].changes = changes;
    }
    if (hands_on(pc)) source_[written(pc)] = read(pc, 0);
  }
}

void ValueSources::find_used() {
  std::vector<uint32_t> found;
  const auto use_operands = [&](uint32_t pc) {
    for (uint32_t k = 0; k < operands_of(pc); ++k) {
      const uint32_t web = webs_.web(pc, k);
      if (!is_used_[web]) found.push_back(web);
      is_used_[web] = true;
    }
  };
  for (uint32_t pc = 0; pc < uses_.size(); ++pc) {
    if (!is_pure(program_.instrs[pc].op)) use_operands(pc);
  }
  while (!found.empty()) {
    const uint32_t web = found.back();
    found.pop_back();
    for (const uint32_t pc : known_[web].writes) use_operands(pc);
  }
}

// Whether a compiler keeps what is no operation on registers.
bool ValueSources::stays(uint32_t pc) const {
  const OpInfo op = info(program_.instrs[pc].op);
  if (!op.writes_register) return op.is_access;
  if (!is_pure(program_.instrs[pc].op) && op.operation != Operation::kLoad) return true;
  const uint32_t first = reads_of(pc), count = value_count(uses_[pc].writes);
  for (uint32_t k = 0; k < count; ++k)
    if (is_used_[webs_.web(pc, first + k)]) return true;
  return false;
}

bool ValueSources::is_used(uint32_t pc) const {
  return !is_pure(program_.instrs[pc].op) || is_used_[written(pc)];
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

// The innermost loop around the instruction that writes the web.
uint32_t ValueSources::loop_that_writes(uint32_t web, uint32_t pc) const {
  uint32_t loop = loops_.innermost(pc);
  while (loop != LoopNest::kNone && !is_written(web, loops_[loop].begin, loops_[loop].end))
    loop = loops_[loop].parent;
  return loop;
}

uint32_t ValueSources::changes_of_read(uint32_t pc, size_t k) const {
  const uint32_t web = webs_.web(pc, k);
  if (only_write(web) == kNone) return loop_that_writes(web, pc);
  uint32_t loop = known_[web].changes;
  while (!loops_.contains(loop, pc)) loop = loops_[loop].parent;
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

uint32_t ValueSources::rank_of_read(uint32_t pc, size_t k) const {
  const uint32_t web = webs_.web(pc, k);
  const Web& known = known_[web];
  if (only_write(web) != kNone || known.writes.empty() || !is_used_[web]) return known.rank;
  const uint32_t loop = loop_that_writes(web, pc);
  if (loop != LoopNest::kNone) {
    const std::vector<uint32_t>& slots = changing_.at(loop);
    const auto at = std::lower_bound(slots.begin(), slots.end(), known.slot);
    return (blocks_.of(loops_[loop].begin) + 1) * kBlock + 1 +
           static_cast<uint32_t>(at - slots.begin());
  }
  // The branches that write it meet behind the last of them.
  uint32_t last = 0;
  for (const uint32_t write : known.writes) last = write < pc ? write : last;
  return (blocks_.of(last) + 2) * kBlock;
}

}  // namespace warplens::code
