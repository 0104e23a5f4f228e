// What a kernel's results and counts owe to the order of its threads: which arrays hold values, or
// hold them at places, that an atomic's result or the clock chose, and which accesses are made by
// lanes or at places so chosen. Found in the bytecode, register by
// register; nothing is executed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::compare {

// kAtomics: atomics' answers or the clock, which another order of threads changes. kTogether:
// __activemask(), which reports what lanes run together, and the machine code decides that.
enum class Chance : uint8_t { kTogether, kAtomics };

struct OrderedByChance {
  std::set<std::string> arrays;  // global ones, by name: places or values that atomics chose
  // Of those, the ones whose values, or whether they are stored, atomics chose: not even the same
  // values in another order have to be there.
  std::set<std::string> value_arrays;
  std::set<std::string> clock_arrays;  // values that follow from the clock
  // Of each launch, by index into Program::sites: how often it is executed, by which lanes together
  // or where, is chance.
  std::vector<std::map<uint32_t, Chance>> sites;
};

// Of a sequence: what one launch leaves is what the next one reads. Only accesses that happened in
// the simulation count.
OrderedByChance ordered_by_chance(const run::Runs& runs);

}  // namespace warplens::compare
