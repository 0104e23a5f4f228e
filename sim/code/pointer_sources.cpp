// Each address is followed backwards along the paths that a lane may have taken, to the launch's
// registers.
#include "sim/code/pointer_sources.hpp"

#include <unordered_set>

#include "sim/code/lane_paths.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::code {

namespace {

constexpr size_t kMostPointers = 62;
// Registers at instructions that are looked at for all accesses together; then a source is not
// known.
constexpr size_t kMostPlaces = 200'000;

uint32_t end_of(const SlotRange& range) {
  return range.slot + uint32_t{range.width} * range.count;
}

class Sources {
 public:
  explicit Sources(const Program& program)
      : program_(program), before_(program.instrs.size()), of_launch_(program.register_slots) {
    const LanePaths paths(program);
    std::vector<uint32_t> next;
    for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
      next.clear();
      paths.add_next(pc, next);
      for (const uint32_t to : next)
        if (to < before_.size()) before_[to].push_back(pc);
      uses_.push_back(register_uses(program, program.instrs[pc]));
    }
    size_t bit = 0;
    const auto add = [&](uint32_t slot, bool is_pointer) {
      if (is_pointer) of_launch_[slot] = of_launch_[slot + 1] = uint64_t{1} << bit;
      ++bit;
    };
    for (const Parameter& parameter : program.parameters)
      add(parameter.slot, parameter.type->is_pointer());
    for (const GlobalVariable& global : program.globals)
      if (!global.is_constant) add(global.slot, true);
  }

  uint64_t of_address(uint32_t pc) {
    const Instr& instr = program_.instrs[pc];
    if (info(instr.op).operands[1] != Operand::kWideRegister) return 0;
    sources_ = 0;
    seen_.clear();
    look_before(pc, instr.a);
    look_before(pc, instr.a + 1u);
    while (!open_.empty() && sources_ != kAnyPointer) {
      const Place place = open_.back();
      open_.pop_back();
      if (++steps_ > kMostPlaces) sources_ = kAnyPointer;
      follow(place);
    }
    open_.clear();
    return sources_ == 0 ? kAnyPointer : sources_;
  }

 private:
  // A register behind an instruction.
  struct Place {
    uint32_t pc = 0, slot = 0;
  };

  // The slot as the instruction finds it.
  void look_before(uint32_t pc, uint32_t slot) {
    if (pc == 0) sources_ |= of_launch_[slot];
    for (const uint32_t before : before_[pc])
      if (seen_.insert(uint64_t{before} << 32 | slot).second) open_.push_back({before, slot});
  }

  void follow(const Place& place) {
    const RegisterUses& uses = uses_[place.pc];
    bool is_written = false;
    for (const SlotRange& range : uses.writes)
      is_written = is_written || (range.slot <= place.slot && place.slot < end_of(range));
    if (!is_written) return look_before(place.pc, place.slot);
    const Op code = program_.instrs[place.pc].op;
    if (code == Op::kSharedPointer || code == Op::kLocalPointer) sources_ |= kOwnMemory;
    const OpInfo op = info(code);
    if (op.is_access) {  // a pointer has 64 bits
      if (op.bytes == 8) sources_ = kAnyPointer;
      return;
    }
    // Of a move under the mask the last one is the register itself.
    for (const SlotRange& range : uses.reads)
      for (uint32_t slot = range.slot; slot < end_of(range); ++slot) look_before(place.pc, slot);
  }

  const Program& program_;
  std::vector<std::vector<uint32_t>> before_;  // by pc: instructions that a lane may come from
  std::vector<RegisterUses> uses_;             // by pc
  std::vector<uint64_t> of_launch_;            // by slot
  size_t steps_ = 0;
  uint64_t sources_ = 0;  // of the present address
  std::vector<Place> open_;
  std::unordered_set<uint64_t> seen_;
};

}  // namespace

std::vector<uint64_t> pointer_sources(const Program& program) {
  std::vector<uint64_t> of_sites(program.sites.size(), kAnyPointer);
  if (!program.subroutines.empty() || registers_of_launch(program).size() > kMostPointers)
    return of_sites;
  Sources sources(program);
  for (size_t i = 0; i < of_sites.size(); ++i)
    of_sites[i] = sources.of_address(program.sites[i].pc);
  return of_sites;
}

}  // namespace warplens::code
