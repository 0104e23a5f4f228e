// What can be done about accesses of global memory that move more sectors than they need: exchange
// x and y of threadIdx, which is tried as an edit of the text; and what has to be written by hand,
// with what the recorded block shows that it would gain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/fix/confirm.hpp"

namespace warplens::fix {

// Of all launches, over the whole grid: 32-byte sectors of global memory, those that the bytes used
// need, and wavefronts of shared memory.
struct GlobalCost {
  uint64_t sectors = 0, needed = 0, wavefronts = 0;
};
GlobalCost global_cost(const run::Runs& runs);

// threadIdx.x and threadIdx.y exchanged: run, with the same bits in every array, the same prints
// and no further error; and the sum of all sectors falls.
struct Exchange {
  std::string text;  // the edited one; "" where none could be written
  GlobalCost before, after;
  run::Runs runs;                           // of `text`
  std::optional<base::Diagnostic> refusal;  // why it is not offered
  bool is_offered() const { return !refusal; }
};

// Of runs of the observed request (confirm.hpp): refused, or a text that is still to be confirmed.
// Nothing where no sector is wasted, or a block of one row or column, or a text that names only one
// axis, leaves nothing to exchange.
std::optional<Exchange> exchange_to_try(const run::Runs& before);
// What running its text gave.
void judge(Exchange& exchange, Confirmed confirmed);

// kTile: a tile in shared memory. kVector: one wide access instead of several neighbouring ones.
// kStructure: a structure of arrays instead of an array of structures.
enum class GainKind : uint8_t { kTile, kVector, kStructure };

// An edit that is not made: it would change what the arrays are, or the algorithm.
struct GlobalGain {
  GainKind kind = GainKind::kTile;
  uint32_t line = 0;
  std::string array;
  // In the recorded block; 0 of a tile that a hint speaks of: its sentence has the numbers.
  uint64_t sectors = 0, needed = 0;
  std::string message;
};

// Of the recorded blocks, in order of the text.
std::vector<GlobalGain> global_gains(const run::Runs& runs);

// "2,048 sectors instead of 8,192; 512 would do".
std::string words(const Exchange& exchange);

}  // namespace warplens::fix
