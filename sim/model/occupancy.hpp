// Occupancy: how many blocks are resident on a multiprocessor at once, and what limits their
// number. A model of limits, not of speed: more resident warps hide more latency, and need not be
// faster.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/model/multiprocessor.hpp"

namespace warplens::model {

struct BlockNeeds {
  uint32_t threads = 1;
  uint32_t registers = 0;      // of a thread; 0: not known, and not counted
  uint64_t shared = 0;         // [bytes], static and dynamic, without what the system reserves
  uint64_t static_shared = 0;  // [bytes] of `shared`, of arrays with a size in the text
  friend bool operator==(const BlockNeeds&, const BlockNeeds&) = default;
};

enum class Resource : uint8_t { kBlocks, kWarps, kRegisters, kShared };
inline constexpr size_t kResources = 4;

// Why a launch of such blocks fails, in the order in which it is looked for.
enum class CannotLaunch : uint8_t {
  kNothing,             // it does not fail
  kNoThreads,           // none
  kThreads,             // more than a block may have
  kShared,              // more bytes than a block may have
  kStaticShared,        // arrays with a size in the text have more bytes than they may
  kRegistersOfAThread,  // more than a thread may have
  kRegistersOfABlock,   // the block's threads need more than a block may have
};

struct Occupancy {
  CannotLaunch cannot_launch = CannotLaunch::kNothing;
  uint32_t blocks = 0;  // resident at once; 0 where the launch fails
  uint32_t warps = 0;   // of them
  double fraction = 0;  // of the multiprocessor's warps, 0 to 1

  // What one block takes, rounded up to the units in which it is handed out.
  uint32_t block_warps = 0;
  uint32_t block_registers = 0;
  uint64_t block_shared = 0;  // [bytes], the system's included
  // How many blocks each resource by itself has room for; kUnlimited where none is taken.
  static constexpr uint32_t kUnlimited = UINT32_MAX;
  uint32_t room[kResources] = {};

  // The resources that allow no further block.
  bool is_limited_by(Resource resource) const {
    return cannot_launch == CannotLaunch::kNothing && room[static_cast<size_t>(resource)] == blocks;
  }
};

Occupancy occupancy(const Multiprocessor& multiprocessor, const BlockNeeds& block);

// Whether its capability is in the table of what the toolkit's own functions give
// (tests/data/occupancy.csv). Others follow the tables of their guides.
bool is_compared_with_toolkit(const Multiprocessor& multiprocessor);

// The smallest size of shared memory that holds `blocks` of them [bytes]: the rest is left to L1.
// The multiprocessor's whole shared memory where it has no choice.
uint32_t carve_out_for(const Multiprocessor& multiprocessor, const Occupancy& occupancy);

}  // namespace warplens::model
