// Races that one barrier would order, together: one cause is one finding.
#pragma once

#include <vector>

#include "sim/observe/races/conflicts.hpp"
#include "sim/observe/races/text_order.hpp"

namespace warplens::observe {

struct Race {
  ConflictKey key;
  Conflict conflict;
  TextOrder order;

  // A hint rather than an error.
  bool is_hint() const { return conflict.is_same_value || conflict.lacks_acquire; }
};

struct RaceCause {
  std::vector<Race> races;  // the one that is reported first
  // Sites between which a barrier orders all of them, if their order is not kNone.
  uint32_t behind = 0, before = 0;
};

// The first is in the condition of an `if` that the second depends on: no barrier can be between.
bool is_test_of(const code::AccessSite& first, const code::AccessSite& second);
// What is written depends on a test of the same place.
bool is_check_then_set(const TextOrder& order, const code::Program& program);

// In order of their places. Races of blocks, and hints, are apart from others.
std::vector<RaceCause> causes_of(std::vector<Race> races, const code::Program& program);

}  // namespace warplens::observe
