// Costs of earlier accesses of one place, by the pattern of their addresses: an access whose
// pattern, mask and base have occurred before costs the same again, because banks, sectors and
// lines repeat with the base. Accesses of equal cost are counted, and added up later.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sim/observe/totals/side_cost.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

// What an access costs, and what else is the same of those like it.
struct AccessCost : SideCost {
  uint32_t work = 0;        // of simulating it, in weighted steps
  uint32_t misaligned = 0;  // lanes whose address is no multiple of the access's width
};

// Of accesses with one pattern, one mask and one phase. What is compared comes first.
struct KnownCost {
  uint64_t pattern = 0;  // no pattern has 0
  uint32_t mask = 0;
  uint32_t phase = 0;
  uint64_t begin = 0, bases = 0;  // the range of bases that it holds for
  uint32_t sums = 0;              // where its cost is summed
  uint32_t pending = 0;           // accesses that are not summed yet
  AccessCost cost;

  bool is_of(const trace::WarpAccess& access, uint32_t its_phase) const {
    return pattern == access.addresses.pattern()->id && mask == access.mask && phase == its_phase &&
           access.addresses.base() - begin < bases;
  }
};

class CostMemory {
 public:
  CostMemory() = default;
  CostMemory(CostMemory&&) = default;
  CostMemory& operator=(CostMemory&&) = default;
  CostMemory(const CostMemory& other)
      : known_(other.known_ == nullptr ? nullptr : std::make_unique<KnownCosts>(*other.known_)) {}
  CostMemory& operator=(const CostMemory& other) { return *this = CostMemory(other); }

  // The base modulo the period that costs have in the access's memory, a power of two [bytes], and
  // which memory it is.
  static uint32_t phase_of(const trace::WarpAccess& access, uint64_t period) {
    return static_cast<uint32_t>(access.addresses.base() & (period - 1)) |
           static_cast<uint32_t>(access.space) << 24;
  }
  // The slot for such an access: it holds its cost if is_of().
  KnownCost& known_cost_of(const trace::WarpAccess& access, uint32_t phase) {
    if (known_ == nullptr) make_room();
    return (*known_)[slot_of(access, phase)];
  }
  // Its cost, if it is known.
  const KnownCost* find(const trace::WarpAccess& access, uint32_t phase) const {
    if (known_ == nullptr) return nullptr;
    const KnownCost& known = (*known_)[slot_of(access, phase)];
    return known.is_of(access, phase) ? &known : nullptr;
  }

  void forget_pending() {
    if (known_ == nullptr) return;
    for (KnownCost& known : *known_) known.pending = 0;
  }
  template <class Visit>
  void for_each_pending(Visit visit) const {
    if (known_ == nullptr) return;
    for (const KnownCost& known : *known_)
      if (known.pending != 0) visit(known);
  }

 private:
  static size_t slot_of(const trace::WarpAccess& access, uint32_t phase) {
    return (phase / 4 + access.addresses.pattern()->id * 21 + (access.mask >> 7)) % kKnownCosts;
  }
  // Not inlined, so that the code of every access stays short.
  [[gnu::noinline]] void make_room() { known_ = std::make_unique<KnownCosts>(); }

  static constexpr size_t kKnownCosts = 64;
  using KnownCosts = std::array<KnownCost, kKnownCosts>;
  std::unique_ptr<KnownCosts> known_;  // allocated by the first access
};

}  // namespace warplens::observe
