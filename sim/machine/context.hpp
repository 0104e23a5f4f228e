// What all blocks of a grid have in common, and how many of them run side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/launch.hpp"
#include "sim/trace/event.hpp"

namespace warplens::machine {

class KernelCode;

// What every block of a grid has in common.
struct GridContext {
  std::shared_ptr<const code::Program> program;
  launch::Dim3 grid, block;
  uint32_t shared_bytes = 0;               // static and dynamic together
  std::vector<uint64_t> parameter_bits;    // by parameter; pointers are global addresses
  std::vector<uint64_t> global_addresses;  // parallel to Program::globals; 0 for __constant__ ones
  std::vector<std::byte> constants;        // constant memory: Program::constant_bytes
  // Shared by the program's launches; null: blocks are interpreted.
  std::shared_ptr<KernelCode> code;
  std::vector<uint32_t> thread_indices;  // with `code`: by warp, threadIdx.x of its lanes, y, z
  uint32_t warps_per_block() const {
    return static_cast<uint32_t>((block.count() + base::kWarpSize - 1) / base::kWarpSize);
  }
  // Of a block's warp: the lanes that are threads.
  uint32_t lanes_present(uint32_t warp) const {
    const uint64_t threads = block.count() - uint64_t{warp} * base::kWarpSize;
    return threads >= base::kWarpSize ? 0xffffffff : (1u << threads) - 1;
  }
  trace::BlockId grid_extents() const { return {grid.x, grid.y, grid.z}; }
  trace::BlockId block_extents() const { return {block.x, block.y, block.z}; }
};

// Why a lane that has to stop has to: the deepest recursion, and how much local memory a thread
// may have [bytes].
inline constexpr size_t kMaxCallDepth = 256;
inline constexpr uint32_t kMaxLocalBytes = 1 << 20;

// What a block's warps may have in registers, local memory and stacks, all together. [bytes]
inline constexpr uint64_t kMostBlockBytes = uint64_t{1} << 30;

// When blocks are run side by side. [warp instructions, the blocks' prices included]
struct ChunkSizes {
  uint64_t chunk = 100'000;  // that a thread takes at a time: 1 to 2 ms
  uint64_t least = 300'000;  // that are left of the grid, by what has been run so far
};

}  // namespace warplens::machine
