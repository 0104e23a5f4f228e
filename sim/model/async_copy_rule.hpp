// cp.async: what a copy from global into shared memory past the registers takes, as measured
// (tests/data/README.md). The two forms are counted by different rules:
//
//   .ca (through L1): groups of 128 / bytes consecutive lanes. A group takes the largest number,
//       over its lanes, of lanes whose target OR whose source is on the same bank; equal addresses
//       do not merge. So a source that is out of order costs as much as such a target.
//   .cg (past L1, 16 bytes): a pass moves pieces of one 128-byte line of the source into one line
//       of the target; all its sectors are halved and swapped alike and moved by an even, or all
//       by an odd number of sectors, each source sector once. Profilers count these passes, but
//       they cost no time, and no counter of conflicts sees them: time follows the source's lines.
#pragma once

#include <cstdint>

#include "sim/model/addresses.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {

struct AsyncCopy {
  uint32_t bytes = 4;         // a lane: 4, 8 or 16
  bool passes_by_l1 = false;  // .cg; else .ca
  // With a number of source bytes: a lane's rest is filled with zeros.
  bool gives_size = false;
  uint32_t mask = 0;     // lanes that copy, never 0
  uint32_t reading = 0;  // those of them whose number of source bytes is not 0
};

struct AsyncCopyCost {
  // Conflicts: .cg has none.
  SharedCost shared;
  uint32_t sectors = 0;  // as they are counted: of .cg one again where its halves part
  uint32_t lines = 0;    // distinct 128-byte lines of the source
  friend bool operator==(const AsyncCopyCost&, const AsyncCopyCost&) = default;
};

// `targets`: in shared memory, `sources`: in global memory; [bytes]. On every device with such
// copies (8.0 and later) as on 9.0, where it was measured.
AsyncCopyCost async_copy_cost(const AsyncCopy& copy, const Addresses& targets,
                              const Addresses& sources);

}  // namespace warplens::model
