// How the blocks of a run took turns.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/launch/schedule.hpp"
#include "sim/machine/undo.hpp"

namespace warplens::run {

struct Turns {
  launch::Schedule schedule;  // `resident`: how many blocks there were room for, at least 1
  // Nobody chose it: a warp waited for one that comes after it in order.
  bool was_needed = false;
  // What other blocks stored while the recorded block ran, in order; null: not recorded. Beyond
  // kMostForeignStores the block has no recording.
  std::shared_ptr<const std::vector<machine::ForeignStore>> foreign_stores;
};

// That counts are those of this schedule.
std::string turns_words(const Turns& turns);

inline constexpr size_t kMostForeignStores = 2'000'000;
// What the resident blocks' registers, local and shared memory may take; fewer are resident then.
// [bytes]
inline constexpr uint64_t kResidentBytes = uint64_t{256} << 20;

}  // namespace warplens::run
