// A set of marks for every register, local memory as a whole, and every shared and global array. An
// atomic's old value, the clock and the active mask make marks, everything else passes on those of
// its operands. Temporaries are written before they are read, in the order of the program, so that
// walking it in that order until nothing changes any more follows loops, too. Where marks decide
// who stays in a loop or a function, all that is left of it has them.
#include "app/compare/order.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
namespace warplens::compare {
namespace {

using Marks = uint8_t;
constexpr Marks kAtomic = 1;
constexpr Marks kClock = 2;
constexpr Marks kTogether = 4;

constexpr size_t kMostRounds = 16;

class Walk {
 public:
  // `global`: of arrays by name; kept from launch to launch.
  Walk(const run::Run& run, std::map<std::string, Marks>& global)
      : program_(*run.program),
        global_(global),
        registers_(program_.register_slots + kSpare),
        arrays_(program_.sites.size()) {
    for (const observe::AccessRow& row : run.accesses) {
      for (const uint32_t site : row.sites) arrays_[site].push_back(&row);
    }
    for (size_t pc = 0; pc < program_.instrs.size(); ++pc) {
      const code::Instr& instr = program_.instrs[pc];
      const bool is_jump = instr.op == code::Op::kJump || instr.op == code::Op::kJumpIfAny;
      if (is_jump && static_cast<size_t>(instr.imm) <= pc)
        loops_.push_back({static_cast<size_t>(instr.imm), pc + 1, 0});
    }
  }

  std::map<uint32_t, Chance> take_sites() { return std::move(sites_); }
  std::set<std::string> take_value_arrays() { return std::move(value_arrays_); }

  void run() {
    for (size_t round = 0; round < kMostRounds; ++round) {
      is_changed_ = false;
      regions_.clear();
      for (size_t pc = 0; pc < program_.instrs.size(); ++pc) step(pc);
      if (!is_changed_) break;
    }
  }

 private:
  static constexpr size_t kSpare = 16;  // an access of 16 bytes has up to 16 registers

  void add(Marks& to, Marks marks) {
    is_changed_ |= (to | marks) != to;
    to |= marks;
  }

  // Of branches that are open at pc: their lanes were chosen by what is marked.
  Marks control(size_t pc) {
    std::erase_if(regions_, [&](const Region& region) { return region.end <= pc; });
    Marks marks = 0;
    for (const Region& region : regions_) marks |= region.marks;
    for (const Region& loop : loops_) {
      if (loop.holds(pc)) marks |= loop.marks;
    }
    return marks;
  }

  // Who goes through the innermost loop again was chosen by what is marked.
  void mark_loop(size_t pc, Marks marks) {
    Region* innermost = nullptr;
    for (Region& loop : loops_) {
      if (loop.holds(pc) && (innermost == nullptr || loop.begin >= innermost->begin))
        innermost = &loop;
    }
    if (innermost != nullptr) add(innermost->marks, marks);
  }

  // From a branch to where its lanes come together again.
  void open_region(size_t pc, Marks marks) {
    size_t end = pc + 1;
    for (; end < program_.instrs.size(); ++end) {
      const code::Instr& instr = program_.instrs[end];
      const bool joins = instr.op == code::Op::kJoin || instr.op == code::Op::kRejoin;
      if (joins && instr.dst == program_.instrs[pc].dst) break;
    }
    regions_.push_back({pc, end, marks});
  }

  Marks& memory_of(const observe::AccessRow& row) {
    return row.space == trace::Space::kShared ? shared_[row.array] : global_[row.array];
  }

  Marks operands(const code::Instr& instr, const code::OpInfo& info) const {
    Marks marks = 0;
    if (code::is_register(info.operands[1])) marks |= registers_[instr.a];
    if (code::is_register(info.operands[2])) marks |= registers_[instr.b];
    if (code::is_register(info.operands[3])) marks |= registers_[instr.c];
    return marks;
  }

  void step(size_t pc) {
    const code::Instr& instr = program_.instrs[pc];
    const code::OpInfo info = code::info(instr.op);
    const Marks around = control(pc);
    if (instr.op == code::Op::kIf || instr.op == code::Op::kLoopTest) {
      const Marks marks = registers_[instr.a];
      if (marks != 0) open_region(pc, marks);
      if (instr.op == code::Op::kLoopTest) mark_loop(pc, marks);
      return;
    }
    if (around != 0 && instr.op == code::Op::kLeave) mark_loop(pc, around);
    if (around != 0 && (instr.op == code::Op::kLeave || instr.op == code::Op::kReturn))
      regions_.push_back({pc, program_.instrs.size(), around});
    if (info.is_access) return access(pc, info, around);
    if (!info.writes_register) return;
    Marks marks = operands(instr, info);
    if (instr.op == code::Op::kActiveMask) marks |= kTogether;
    if (instr.op == code::Op::kClock32 || instr.op == code::Op::kClock64) marks |= kClock;
    const bool is_masked = instr.op == code::Op::kMove32 || instr.op == code::Op::kMove64;
    if (is_masked) return add(registers_[instr.dst], marks | around);
    registers_[instr.dst] = marks;
  }

  void access(size_t pc, const code::OpInfo& info, Marks around) {
    const code::Instr& instr = program_.instrs[pc];
    const bool is_load = info.operation == code::Operation::kLoad;
    const bool is_store = info.operation == code::Operation::kStore;
    const bool is_copy = info.operation == code::Operation::kCopy;
    const uint32_t count = code::value_count(instr, info);
    Marks value = around;
    if (code::is_register(info.operands[2])) value |= registers_[instr.b];
    if (code::is_register(info.operands[3])) value |= registers_[instr.c];
    for (uint32_t i = 1; is_store && i < count; ++i) value |= registers_[instr.b + i];
    const Marks marks = registers_[instr.a] | value;
    const uint32_t site = program_.sites_of[pc];
    const Marks chosen = registers_[instr.a] | around;
    if (site != code::kNoSite && chosen != 0)
      sites_[site] = chosen == kTogether ? Chance::kTogether : Chance::kAtomics;
    Marks found = marks;
    if (site == code::kNoSite) {
      found |= local_;
      if (!is_load) add(local_, marks);
    } else {
      for (const observe::AccessRow* row : arrays_[site]) {
        Marks& memory = memory_of(*row);
        found |= memory;
        const bool is_written = !is_load && !(is_copy && row->space != trace::Space::kShared);
        if (is_written) add(memory, marks);
        if (!is_load && value != 0 && row->space == trace::Space::kGlobal)
          value_arrays_.insert(row->array);
      }
    }
    if (is_copy && site != code::kNoSite) {
      for (const observe::AccessRow* row : arrays_[site])
        if (row->space == trace::Space::kShared) add(memory_of(*row), found);
    }
    if (is_store || is_copy) return;
    if (!is_load) found |= kAtomic;
    for (uint32_t i = 0; i < count; ++i) registers_[instr.dst + i] = found;
  }

  struct Region {
    size_t begin = 0, end = 0;
    Marks marks = 0;
    bool holds(size_t pc) const { return begin <= pc && pc < end; }
  };
  const code::Program& program_;
  std::map<std::string, Marks>& global_;
  std::map<std::string, Marks> shared_;
  std::vector<Marks> registers_;
  std::vector<std::vector<const observe::AccessRow*>> arrays_;  // by site
  std::vector<Region> regions_, loops_;
  std::map<uint32_t, Chance> sites_;
  std::set<std::string> value_arrays_;
  Marks local_ = 0;
  bool is_changed_ = false;
};

}  // namespace

OrderedByChance ordered_by_chance(const run::Runs& runs) {
  std::map<std::string, Marks> global;
  OrderedByChance found;
  for (const auto& run : runs) {
    Walk walk(*run, global);
    walk.run();
    found.sites.push_back(walk.take_sites());
    found.value_arrays.merge(walk.take_value_arrays());
  }
  for (const auto& [array, marks] : global) {
    if (marks & kAtomic) found.arrays.insert(array);
    if (marks & kClock) found.clock_arrays.insert(array);
  }
  return found;
}

}  // namespace warplens::compare
