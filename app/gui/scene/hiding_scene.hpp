// How the recorded block's warps hide each other's waiting, as the page Latency hiding draws it:
// a strip for each warp, times by number of warps, latencies beside the lecture's, and what passes
// cost one warp and many. All of it is a model (sim/model/latency_hiding.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/scene/hiding_strip.hpp"
#include "sim/model/latency_hiding.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/issue_streams.hpp"

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

struct HidingPoint {
  uint32_t warps = 0;
  uint64_t cycles = 0;
};

struct LatencyRow {
  std::string name, shown, lecture, measured;  // "-": there is none
};

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
  std::shared_ptr<const whatif::IssueStreams> streams;
  uint32_t block_warps = 0, warps = 0, schedulers = 0;
  model::Latencies latencies;
  std::string headline;           // "8 warps end after 1,024 cycles: the work of one every 128"
  std::string reason;             // what the warps wait for mostly
  std::string barrier;            // what one costs; "" without barriers
  std::string accuracy;           // beside measured times, and what of this text makes it worse
  bool has_counted_loop = false;  // it is off by more for this text
  std::string refused;            // a value that cannot be shown, and what is shown instead
  uint64_t cycles = 0;            // until the last warp has ended
  std::shared_ptr<const model::Hiding> hiding;  // with its spans, of which the strip is made
  HidingStrip strip;
  uint64_t last_first = 0;  // the latest cycle that it can begin with
  HidingBarriers barriers;
  std::array<uint64_t, model::kWarpStates> warp_cycles{};
  std::vector<HidingPoint> curve;  // 1, 2, 4 ... warps
  std::string curve_note;          // why its cycles are too many; "" where the model is near
  std::vector<LatencyRow> rows_of_latencies;
  std::vector<PassCost> passes;  // 1 to 32
  std::string passes_note;       // what a load of `passes` consists of
};

// The run must hold a recording, its costs and its memory_before_block. `streams` of the same run
// are taken where they are there already.
HidingScene hiding_scene(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                         const HidingTry& tried);

// The same with another strip: `tried` differs from the scene's in nothing else. Takes no time, so
// that the strip can be dragged.
HidingScene with_strip(const HidingScene& scene, const HidingTry& tried);

// Of each of so many warps, rounded.
uint64_t cycles_of_each(uint64_t cycles, uint32_t warps);

// Latencies that the scales offer, growing. [cycles]
std::vector<double> latencies_to_try();

}  // namespace warplens::scene
