// How the recorded block's warps hide each other's waiting, as the page Latency hiding draws it: a
// strip for each warp, and what passes cost one warp and many.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/study/hiding.hpp"
#include "sim/base/sliced_work.hpp"
#include "sim/model/latency_hiding.hpp"

namespace warplens::scene {

// Of the model of latency hiding what each warp does in a stretch of cycles, as columns, and where
// in the whole run warps wait at barriers: what the strip shows and where it can be moved to.

// Columns of the strip: a cycle each, or of a whole run several.
inline constexpr uint32_t kHidingColumns = 240;

struct HidingStrip {
  uint64_t first = 0;  // the cycle that the first column begins with
  uint64_t cycles_of_column = 1;
  std::vector<float> busy;  // by column: the share of issue slots that are used
  std::vector<std::vector<model::WarpState>> rows;  // by warp and column: its most frequent state
};

// All of the run, or kHidingColumns cycles from `first` on, which is taken as late as it can be
// where it is later. `hiding` must have its spans.
HidingStrip hiding_strip(const model::Hiding& hiding, uint32_t schedulers, bool is_whole,
                         uint64_t first);
// The latest cycle that a strip of a column each cycle begins with; 0: all of the run is in it.
uint64_t last_first_cycle(const model::Hiding& hiding);

struct HidingBarriers {
  std::vector<float> waiting;   // of a whole run's columns: the share of warps that wait at one
  std::vector<uint64_t> stops;  // first cycles, growing, of strips that show warps being released
};

// `block_warps` meet at each barrier. Every release is in sight at one of the stops.
HidingBarriers hiding_barriers(const model::Hiding& hiding, uint32_t block_warps);
// The next one behind `first`, or the first one; `first` where there is none.
uint64_t next_barrier_stop(const HidingBarriers& barriers, uint64_t first);

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
  std::string answer;              // what a warp waits for most
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

// The same, to be continued later. The run outlives this.
class HidingSceneOfRun {
 public:
  HidingSceneOfRun(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                   const HidingTry& tried);
  base::Progress advance(base::Slice& slice);
  HidingScene take();  // when it is done

 private:
  base::Progress advance_passes(base::Slice& slice);

  const run::Run& run_;
  HidingScene scene_;
  std::optional<study::HidingFactsOfRun> facts_;  // until they are there
  std::optional<model::HidingRun> strip_;
  uint32_t passes_ = 1;               // of the next cost
  std::optional<double> alone_;       // its loads' cycles with one warp
  std::vector<model::Stream> chain_;  // its loads
  std::optional<model::HidingRun> chained_;
};

// The same with another strip: `tried` differs from the scene's in nothing else. Takes no time, so
// that the strip can be dragged.
HidingScene with_strip(const HidingScene& scene, const HidingTry& tried);

// The page Latency hiding (page_inputs.hpp). The block's instructions are followed once, and what
// only moves the strip runs no model.
struct PageInputs;
struct HidingPage {
  using Scene = HidingScene;
  using Try = HidingTry;
  struct Key {
    std::shared_ptr<const run::Run> run;
    HidingTry tried;
    friend bool operator==(const Key&, const Key&) = default;
  };
  static std::optional<Key> wanted(const PageInputs& now);
  static base::SlicedWork<Scene> make(const Key& key, std::shared_ptr<const Scene> shown);
};

// Latencies that the scales offer, growing. [cycles]
std::vector<double> latencies_to_try();

}  // namespace warplens::scene
