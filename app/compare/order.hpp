// What a kernel's results owe to the order of its threads: which arrays hold values, or hold them
// at places, that an atomic's result or the clock chose. Found in the bytecode, register by
// register; nothing is executed.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/engine/run.hpp"

namespace warplens::compare {

struct OrderedByChance {
  std::set<std::string> arrays;        // global ones, by name: places or values that atomics chose
  std::set<std::string> clock_arrays;  // values that follow from the clock
};

// Of a sequence: what one launch leaves is what the next one reads. Only accesses that happened in
// the simulation count.
OrderedByChance ordered_by_chance(const std::vector<std::shared_ptr<const engine::Run>>& runs);

}  // namespace warplens::compare
