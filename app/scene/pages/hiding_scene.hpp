// How the recorded block's warps hide each other's waiting, as the page Latency hiding draws it: a
// strip for each warp, and what passes cost one warp and many.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pages/hiding_strip.hpp"
#include "app/study/hiding.hpp"

namespace warplens::scene {

// What is tried in the place of the block's warps and of an H200's latencies.
struct HidingTry {
  uint32_t warps = 0;  // 0: as the block has
  bool is_lecture = false;
  bool is_whole = false;  // the strip shows the whole run, and not a cycle each column
  uint64_t first = 0;     // the cycle that it begins with otherwise
  std::optional<uint32_t> shared, global;  // [cycles]
  friend bool operator==(const HidingTry&, const HidingTry&) = default;
};
// Without what the strip shows of the run: what the model is asked.
HidingTry without_strip(HidingTry tried);

// Instructions of the block that the page follows.
inline constexpr uint64_t kMostHidingIssued = 50'000;

// A load whose passes are as many, one after another, each waiting for the one before, whose value
// its index is worked out from. [cycles]
struct PassCost {
  uint32_t passes = 0;
  double alone = 0;                // a load of one warp
  double many = 0;                 // of 32 warps, for each load of all of them
  model::MeasuredPasses measured;  // an H200's
};

struct HidingScene {
  HidingTry tried;
  study::HidingFacts facts;
  uint32_t warps = 0;                           // shown
  std::shared_ptr<const model::Hiding> hiding;  // with its spans, of which the strip is made
  std::vector<uint32_t> unrolled;  // lines of loops that nvcc unrolls: the model is off by more
  std::string headline, reason, accuracy;  // `reason` with what a barrier costs
  std::string refused;     // a value that cannot be shown, and what is shown instead
  std::string curve_note;  // why its cycles are too many; "" where the model is near
  HidingStrip strip;
  uint64_t last_first = 0;  // the latest cycle that it can begin with
  HidingBarriers barriers;
  std::vector<PassCost> passes;  // 1 to 32
};

// The run must hold a recording, its costs and its memory_before_block. `streams` of the same run
// are taken where they are there already.
HidingScene hiding_scene(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                         const HidingTry& tried);

// The same with another strip: `tried` differs from the scene's in nothing else. Takes no time, so
// that the strip can be dragged.
HidingScene with_strip(const HidingScene& scene, const HidingTry& tried);

// Latencies that the scales offer, growing. [cycles]
std::vector<double> latencies_to_try();

}  // namespace warplens::scene
