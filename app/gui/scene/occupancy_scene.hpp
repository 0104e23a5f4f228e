// How many of a launch's blocks are resident on a multiprocessor, as a picture: bars of its
// resources with a part for each block, what limits them, and how that changes with the block's
// size, its registers and its shared memory. A model of limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/occupancy.hpp"

namespace warplens::scene {

// What is tried in the place of what the run has.
struct OccupancyTry {
  std::optional<uint32_t> threads, registers;
  std::optional<uint64_t> shared;  // [bytes] a block, static and dynamic
  friend bool operator==(const OccupancyTry&, const OccupancyTry&) = default;
  bool is_any() const { return threads || registers || shared; }
};

// "128 registers", "512 threads, 128 registers"; "" where nothing is tried.
std::string tried_text(const OccupancyTry& tried);

// A shared array of the kernel. [bytes]
struct BudgetArray {
  std::string name;
  uint64_t bytes = 0;
  friend bool operator==(const BudgetArray&, const BudgetArray&) = default;
};

// Where the run's registers a thread are from.
struct KnownRegisters {
  std::string words;          // "compiled by NVRTC 13.0 for sm_90"; "": not known
  std::string problem;        // why they are not known, without a full stop; "" where nobody asked
  bool is_compiling = false;  // they will be
};

struct OccupancyBar {
  model::Resource resource = model::Resource::kBlocks;
  uint64_t all = 0, of_block = 0;  // blocks, warps, registers or bytes
  uint32_t room = 0;               // blocks; Occupancy::kUnlimited
  bool is_limit = false;           // it allows no further block, and others would
  std::string used;                // "64 of 64 warps"
};

// Along which of the block's needs the blocks are counted.
enum class BlockNeed : uint8_t { kThreads, kRegisters, kShared };

struct OccupancyCurve {
  BlockNeed need = BlockNeed::kThreads;
  uint64_t unit = 1;             // distance of the points, the first of which is one unit or 0
  uint64_t first = 0, last = 0;  // of the points
  std::vector<float> fractions;  // occupancy at each point, 0 where the launch fails
  std::optional<uint64_t> now;   // nothing: not known
  std::optional<uint64_t> of_run;
};

struct OccupancyScene {
  std::string source;               // of the model
  model::BlockNeeds of_run, needs;  // `needs` is what is shown
  OccupancyTry tried;
  model::Occupancy occupancy;
  std::vector<OccupancyBar> bars;  // by resource; none where the launch fails
  std::vector<OccupancyCurve> curves;
  // What is said of the registers' present number, the longest first.
  std::vector<std::string> registers;
  std::string registers_problem;  // why there is none but what is entered; "": no reason to give
  // Sizes that shared memory can take, the one that is needed and what is left to L1 [bytes]; empty
  // where L1 is apart.
  std::vector<uint32_t> carve_outs;
  uint32_t carve_out = 0, left_to_l1 = 0;
  std::string box;  // "A multiprocessor, one of 132"
  // "8 blocks of 256 threads: 64 of 64 warps, occupancy 100%".
  std::string headline;
  // Why there is no further block, or why the launch fails.
  std::string reason;
  // What shared memory each of so many blocks may take before it limits their number, and what the
  // kernel's arrays take of that; "" where no block fits, or none uses shared memory.
  std::string budget;
  // The grid's blocks against those that all multiprocessors hold.
  std::string grid;
  bool fails() const { return occupancy.cannot_launch != model::CannotLaunch::kNothing; }
};

// `of_run` with its static shared memory; `blocks` of the grid. `arrays`: the kernel's shared
// arrays, where they are known; `known` says where its registers are from.
OccupancyScene occupancy_scene(const model::Device& device, model::BlockNeeds of_run,
                               uint64_t blocks, const OccupancyTry& tried,
                               const std::vector<BudgetArray>& arrays = {},
                               const KnownRegisters& known = {});

// The value of a curve's place, from 0 to 1 of its width, and where a value is.
uint64_t value_at(const OccupancyCurve& curve, float share);
float place_of(const OccupancyCurve& curve, uint64_t value);
// "256 threads", "32 registers", "4.1 KiB".
std::string need_text(BlockNeed need, uint64_t value);

}  // namespace warplens::scene
