// What accesses of one place have cost, by the pattern of their addresses: an access with a pattern,
// a mask and a base that were here before costs what it cost then. (Banks, sectors and lines repeat
// with the base's period.)
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sim/model/banks.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::analysis {

// What an access costs, in the unit of its memory.
struct AccessCost {
  model::SharedCost shared;
  model::GlobalCost global;
  uint32_t broadcasts = 0;  // of constant memory
  trace::StepCost step;
  uint32_t misaligned = 0;  // lanes whose address is no multiple of the access's width
};

class CostMemory {
 public:
  // [bytes] Of 128-byte lines, and of the banks of every device: 32 or 64 of 4 or 8 bytes, twice.
  static constexpr uint64_t kPeriod = 512;

  // The cost of the access, worked out by `count()` if it is not remembered. Its addresses have a
  // pattern.
  template <class Count>
  const AccessCost& cost_of(const trace::WarpAccess& access, Count count) {
    if (entries_ == nullptr) entries_ = std::make_unique<std::array<Entry, kEntries>>();
    const uint64_t pattern = access.addresses.pattern()->id;
    const auto phase = static_cast<uint32_t>(access.addresses.base() % kPeriod);
    const uint64_t mixed = phase / 4 + phase / 256 + pattern * 29 + (access.mask >> 3);
    Entry& entry = (*entries_)[mixed % kEntries];
    if (entry.pattern != pattern || entry.mask != access.mask || entry.phase != phase ||
        entry.space != access.space) {
      entry = {pattern, access.mask, phase, access.space, count()};
    }
    return entry.cost;
  }

 private:
  static constexpr size_t kEntries = 64;
  struct Entry {
    uint64_t pattern = 0;  // no pattern has 0
    uint32_t mask = 0;
    uint32_t phase = 0;  // the base modulo kPeriod
    trace::Space space = trace::Space::kGlobal;
    AccessCost cost;
  };
  std::unique_ptr<std::array<Entry, kEntries>> entries_;  // made with the first
};

}  // namespace warplens::analysis
