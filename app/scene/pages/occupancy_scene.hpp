// Occupancy as a picture: bars of the multiprocessor's resources with a part for each block, and
// curves of how the blocks change with the block's size, its registers and its shared memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/study/occupancy.hpp"

namespace warplens::scene {

struct OccupancyBar {
  model::Resource resource = model::Resource::kBlocks;
  uint64_t all = 0, of_block = 0;  // blocks, warps, registers or bytes
  uint32_t room = 0;               // blocks; Occupancy::kUnlimited
  bool is_limit = false;           // it allows no further block, and others would
  std::string used;                // "64 of 64 warps"
};

struct OccupancyCurve {
  study::BlockNeed need = study::BlockNeed::kThreads;
  uint64_t unit = 1;             // distance of the points, the first of which is one unit or 0
  uint64_t first = 0, last = 0;  // of the points
  std::vector<float> fractions;  // occupancy at each point, 0 where the launch fails
  std::optional<uint64_t> now;   // nothing: not known
  std::optional<uint64_t> of_run;
};

struct OccupancyScene {
  study::OccupancyFacts facts;
  std::vector<OccupancyBar> bars;  // by resource; none where the launch fails
  std::vector<OccupancyCurve> curves;
  // Sizes that shared memory can take, the one that is needed and what is left to L1 [bytes]; empty
  // where L1 is apart.
  std::vector<uint32_t> carve_outs;
  uint32_t carve_out = 0, left_to_l1 = 0;
  std::string box;  // "A multiprocessor, one of 132"
};

OccupancyScene occupancy_scene(study::OccupancyFacts facts);

// The page Occupancy (page_inputs.hpp).
struct PageInputs;
struct LaunchOnDevice;
struct OccupancyPage {
  using Scene = OccupancyScene;
  using Key = LaunchOnDevice;
  using Try = study::OccupancyTry;
  static std::optional<Key> wanted(const PageInputs& now);
  static Scene make(const Key& key);
};

// The value of a curve's place, from 0 to 1 of its width, and where a value is.
uint64_t value_at(const OccupancyCurve& curve, float share);
float place_of(const OccupancyCurve& curve, uint64_t value);

}  // namespace warplens::scene
