// Who changed an element of an array that a program's launch was given, as far as the recorded
// block of that launch did.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/prepare/journal.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

struct ElementWriters {
  uint32_t threads = 0;           // at least one
  bool are_atomic = false;        // by atomic operations alone
  bool is_one_of_blocks = false;  // the grid has more blocks, whose stores are not known
  std::string block, thread;      // "block (0, 0)"; the last of them: "thread (3, 0)"
  friend bool operator==(const ElementWriters&, const ElementWriters&) = default;
};

// `launch`: the step of the run's launch; `array`: an index of the journal's. Nothing: the block
// did not change it, or was not recorded.
std::optional<ElementWriters> element_writers(const run::Run& run,
                                              const prepare::JournalStep& launch,
                                              const prepare::Journal& journal, uint32_t array,
                                              uint64_t element);

// Whether a thread of the block that changed this element of one of two arrays loads the element
// with the same number of the other.
bool are_paired(const run::Run& run, const prepare::JournalStep& launch,
                const prepare::Journal& journal, const std::array<uint32_t, 2>& arrays,
                uint64_t element);

}  // namespace warplens::scene
