#include "sim/run/never_stored.hpp"

#include <algorithm>
#include <bit>

#include "sim/code/opcodes.hpp"
#include "sim/code/pointer_sources.hpp"

namespace warplens::run {

namespace {

using code::kAnyPointer;

// Of global memory. A copy fills shared memory, but for those in bulk that read it.
bool reads_only(const code::Program& program, const code::AccessSite& site) {
  const code::Op op = program.instrs[site.pc].op;
  if (op == code::Op::kBulkStore || op == code::Op::kTensorStore) return false;
  return site.operation == base::Operation::kLoad || site.operation == base::Operation::kCopy;
}

// Of which array is in a map, behind the pointer that the copy is given.
bool is_by_map(const code::Program& program, const code::AccessSite& site) {
  const code::Op op = program.instrs[site.pc].op;
  return op == code::Op::kTensorLoad || op == code::Op::kTensorStore;
}

class Arrays {
 public:
  Arrays(const machine::GridContext& context, const observe::MemoryLayout& layout)
      : layout_(layout), is_stored_(layout.global.size()), bits_(context.parameter_bits) {
    for (size_t i = 0; i < context.program->globals.size(); ++i)
      if (!context.program->globals[i].is_constant) bits_.push_back(context.global_addresses[i]);
  }

  void note_stores(uint64_t sources) {
    for_each(sources, [&](uint32_t array) {
      if (array < is_stored_.size()) is_stored_[array] = true;
    });
  }
  void note_range(const observe::RaceScope::Range& range) {
    const uint32_t array = layout_.find(base::Space::kGlobal, range.begin);
    if (array < is_stored_.size()) is_stored_[array] = true;
  }
  bool are_never_stored(uint64_t sources) const {
    if ((sources & ~code::kOwnMemory) == 0 || sources == kAnyPointer) return false;
    bool are = true;
    for_each(sources,
             [&](uint32_t array) { are = are && array < is_stored_.size() && !is_stored_[array]; });
    return are;
  }

 private:
  template <class Visit>
  void for_each(uint64_t sources, Visit visit) const {
    for (sources &= ~code::kOwnMemory; sources != 0; sources &= sources - 1) {
      const auto pointer = static_cast<size_t>(std::countr_zero(sources));
      visit(layout_.find(base::Space::kGlobal, bits_[pointer]));
    }
  }

  const observe::MemoryLayout& layout_;
  std::vector<bool> is_stored_;  // by array
  std::vector<uint64_t> bits_;   // of the launch's registers
};

}  // namespace

std::vector<bool> loads_of_never_stored(const machine::GridContext& context,
                                        const observe::MemoryLayout& layout,
                                        const std::vector<observe::RaceScope::Range>& unwritten) {
  const std::vector<code::AccessSite>& sites = context.program->sites;
  const std::vector<uint64_t>& sources = context.program->pointer_sources;
  if (sources.empty()) return {};
  Arrays arrays(context, layout);
  for (const observe::RaceScope::Range& range : unwritten) arrays.note_range(range);
  for (size_t i = 0; i < sites.size(); ++i) {
    if (reads_only(*context.program, sites[i])) continue;
    if (sources[i] == kAnyPointer || is_by_map(*context.program, sites[i])) return {};
    arrays.note_stores(sources[i]);
  }
  std::vector<bool> loads(sites.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    const bool is_plain = reads_only(*context.program, sites[i]) && !sites[i].is_volatile &&
                          !is_by_map(*context.program, sites[i]);
    loads[i] = is_plain && arrays.are_never_stored(sources[i]);
  }
  return loads;
}

}  // namespace warplens::run
