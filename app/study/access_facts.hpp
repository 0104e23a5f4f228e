// One recorded access in full: what it costs, and what each of its lanes touches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "app/study/trace.hpp"
#include "sim/observe/totals/side_cost.hpp"

namespace warplens::study {

struct LaneFacts {
  bool exists = false;  // the block has this thread
  bool is_active = false;
  std::array<uint32_t, 3> thread{0, 0, 0};  // threadIdx x, y, z
  // Of an active one. No element: what it touches is in no array.
  std::optional<uint64_t> element;  // row-major in its array
  uint64_t word = 0;                // address / width of a bank
  uint32_t bank = 0;
};

struct AccessFacts {
  TracedAccess traced;
  observe::SideCost cost;
  std::array<LaneFacts, trace::kWarpSize> lanes;
  uint32_t chosen = 0;  // the lane that was chosen

  uint32_t active_lanes() const;
  uint64_t different_words() const;     // of active lanes
  uint64_t different_elements() const;  // of active lanes that are in an array
};

AccessFacts access_facts(const TraceFacts& facts, uint32_t step, uint32_t lane);

// For programs, with the key "access": "lanes.5.bank" of each lane, "own.bank" of the chosen one.
Section describe(const AccessFacts& facts);

}  // namespace warplens::study
