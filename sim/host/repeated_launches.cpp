// States share the pages that no launch wrote to, so most of a comparison is one of pointers.
#include "sim/host/repeated_launches.hpp"

#include <algorithm>
#include <utility>

namespace warplens::host {
namespace {

constexpr size_t kMostSeen = 32;
constexpr uint32_t kMostMisses = 3;
constexpr uint64_t kLeastWork = 300'000;  // of what is worth a copy: about 2 ms

bool is_equal(const machine::GridContext& a, const machine::GridContext& b) {
  return a.program == b.program && a.grid == b.grid && a.block == b.block &&
         a.shared_bytes == b.shared_bytes && a.parameter_bits == b.parameter_bits &&
         a.constants == b.constants && a.global_addresses == b.global_addresses;
}

// For a copy of all arrays and of `more` bytes.
bool has_room(const machine::GlobalMemory& memory, uint64_t more) {
  if (memory.budget() == nullptr) return true;
  for (uint32_t i = 0; i < memory.array_count(); ++i) more += memory.array(i).bytes.size();
  return memory.budget()->has_room_for(more);
}

}  // namespace

bool is_equal(const machine::GlobalMemory& a, const machine::GlobalMemory& b) {
  if (a.array_count() != b.array_count()) return false;
  for (uint32_t i = 0; i < a.array_count(); ++i)
    if (a.array(i).bytes != b.array(i).bytes) return false;
  return true;
}

RepeatedLaunches::Seen* RepeatedLaunches::find(const machine::GridContext& context) {
  const auto found = std::find_if(seen_.rbegin(), seen_.rend(), [&](const Seen& seen) {
    return is_equal(*seen.context, context);
  });
  if (found == seen_.rend()) return nullptr;
  std::rotate(found.base() - 1, found.base(), seen_.end());
  return &seen_.back();
}

const machine::GridEnd* RepeatedLaunches::repeat(const Context& context,
                                                 machine::GlobalMemory& memory) {
  Seen* seen = find(*context);
  if (seen == nullptr || !seen->states) return nullptr;
  if (!is_equal(seen->states->before, memory)) {
    ++seen->misses;
    seen->states.reset();
    return nullptr;
  }
  for (uint32_t i = 0; i < memory.array_count(); ++i)
    memory.array(i).bytes = seen->states->after.array(i).bytes;
  seen->misses = 0;
  ++repeated_;
  return &seen->end;
}

bool RepeatedLaunches::is_worth_keeping(const Context& context,
                                        const machine::GlobalMemory& memory) {
  const Seen* seen = find(*context);
  if (seen == nullptr || seen->misses == kMostMisses || seen->end.work() < kLeastWork) return false;
  return has_room(memory, 0);
}

void RepeatedLaunches::leave_room(const machine::GlobalMemory& memory, uint64_t more) {
  if (has_room(memory, more)) return;
  for (Seen& seen : seen_) seen.states.reset();
}

void RepeatedLaunches::executed(const Context& context, const machine::GridEnd& end,
                                const machine::GlobalMemory* before,
                                machine::GlobalMemory& memory) {
  Seen* seen = find(*context);
  if (seen == nullptr) {
    if (seen_.size() == kMostSeen) seen_.erase(seen_.begin());
    seen = &seen_.emplace_back();
    seen->context = context;
  }
  seen->end = end;
  if (before == nullptr || before->array_count() != memory.array_count()) return;
  for (uint32_t i = 0; i < memory.array_count(); ++i)
    memory.array(i).bytes.share_equal_pages(before->array(i).bytes);
  seen->states = States{*before, memory};
}

}  // namespace warplens::host
