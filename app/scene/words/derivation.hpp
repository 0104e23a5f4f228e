// How a number came about, in a few lines: the rule, then which lanes, words or bytes; of a total
// the places of the text that it is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/moment.hpp"
#include "app/scene/pages/totals_table.hpp"

namespace warplens::scene {

// Of the access's wavefronts, sectors or broadcasts, whichever it has.
std::string derivation(const Moment& moment, uint32_t banks);

// A place of the text and what it adds to a total.
struct Share {
  std::string place;  // "line 20: tile[threadIdx.x][threadIdx.y]"
  uint64_t amount = 0;
};

// Largest first; of a rate ("per req."), what it is a rate of. Places that add nothing are left
// out.
std::vector<Share> shares_of(const run::Run& run, trace::Space space, observe::AccessKind kind,
                             Measure measure);
// The step of the recorded block at which the largest of them costs most; none: that block does not
// come there. Reads the recording.
std::optional<uint32_t> costliest_step(const run::Run& run, trace::Space space,
                                       observe::AccessKind kind, Measure measure);
// The sum, and a line for each of the largest.
std::string derivation(const std::vector<Share>& shares);

}  // namespace warplens::scene
