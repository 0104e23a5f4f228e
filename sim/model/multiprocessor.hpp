// What one multiprocessor holds, by compute capability, and what a block may ask of it. Data only;
// occupancy.hpp reads it.
//
// Source: CUDA C++ Programming Guide 13.0, "Compute Capabilities"; of 1.x to 3.x the guides 3.2 and
// 8.0. How registers and shared memory are handed out (units, parts): the occupancy calculators of
// those toolkits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/warp.hpp"

namespace warplens::model {

struct Multiprocessor {
  int major = 9, minor = 0;

  // Resident at once.
  uint32_t threads = 2048;
  uint32_t blocks = 32;
  uint32_t registers = 64 * 1024;  // of 32 bits
  uint32_t shared = 228 * 1024;    // [bytes], with the largest carve-out

  // Of one block, and of one thread.
  uint32_t block_threads = 1024;
  uint32_t block_registers = 64 * 1024;
  uint32_t thread_registers = 255;
  uint32_t block_shared = 227 * 1024;  // [bytes], where a kernel may ask for more than 48 KB
  uint32_t reserved_shared = 1024;     // [bytes] that the system takes of each block

  // Handed out in these units.
  uint32_t register_unit = 256;     // registers, of a warp
  bool registers_by_block = false;  // 1.x: the unit is of a block
  uint32_t shared_unit = 128;       // [bytes]
  uint32_t parts = 4;               // a warp and its registers belong to one of so many

  uint32_t schedulers = 4;
  // Sizes that shared memory can take of the memory that it shares with L1 [bytes], and that
  // memory's size; 0: L1 is apart. Source: as above, and the tuning guides.
  std::vector<uint32_t> carve_outs{};
  uint32_t with_l1 = 0;

  uint32_t warps() const { return threads / base::kWarpSize; }
  // [bytes] of a block's shared memory that arrays with a size in the text may take.
  uint32_t static_shared() const { return std::min(uint32_t{48} * 1024, block_shared); }
};

// Oldest first.
const std::vector<Multiprocessor>& multiprocessors();
// Null if there is no row.
const Multiprocessor* find_multiprocessor(int major, int minor);

}  // namespace warplens::model
