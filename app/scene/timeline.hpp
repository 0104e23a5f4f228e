// A recording as a timeline: what every recorded access cost against what it needed, in rows of
// warps, cut into phases and barrier intervals. Made once a run by TimelineMaking; the view asks
// worst_of() for what falls on a pixel, so that drawing 200,000 steps looks at a few thousand
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/barrier_split.hpp"
#include "app/scene/finding_step.hpp"
#include "app/scene/passes.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/observe/recorded/phases.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

inline constexpr uint32_t kNoStep = 0xffffffff;

// One recorded access. Shared: wavefronts; global: sectors; constant: broadcasts.
struct Bar {
  uint16_t cost = 0;
  uint16_t ideal = 0;  // what the same lanes' bytes would cost at best
  uint16_t warp = 0;
  trace::Space space = trace::Space::kGlobal;
};

// Steps [begin, end) under one name: label_of() and name_of(), which are made when they are drawn,
// as there may be millions.
struct Band {
  static constexpr uint32_t kNoPhase = 0xffffffff;
  uint32_t begin = 0, end = 0;
  uint32_t phase = kNoPhase;  // index into the recording's phases; of an interval none
  uint32_t activities = 0;    // index into TimelineScene::activities
  // Of a second phase with which warps take turns, where no barrier is between them; else none.
  uint32_t other_phase = kNoPhase, other_activities = 0;
};

// A warp has arrived at a barrier before step `begin` and goes on at step `end`. Of an uneven
// barrier also the wait of the last that arrives, which is between two steps.
struct Wait {
  uint32_t begin = 0, end = 0;
  BarrierKind kind = BarrierKind::kEven;
};

// The accesses of one warp, or of all of them, in order.
struct TimelineRow {
  // peaks[0]: the steps, ascending. peaks[k][i]: the worst step among peaks[k - 1][8 i .. 8 i + 7].
  std::vector<std::vector<uint32_t>> peaks;
  std::vector<Wait> waits;  // ascending; empty in the row of all warps
};

struct TimelineScene {
  std::vector<Bar> bars;           // one a step
  std::vector<TimelineRow> warps;  // one a warp
  TimelineRow all;
  std::vector<Band> phases;             // "sub = 0: load | compute"; without gaps, ascending
  std::vector<Band> intervals;          // "load"; they divide the phases
  std::vector<std::string> activities;  // "load", "load | compute", each once
  std::vector<uint32_t> barriers;       // steps before which a barrier opened, ascending, each once
  // By Work: its passes before each step, and last those of all; empty if the recording has none.
  std::array<std::vector<uint32_t>, kWorks> work_before;
  FindingSteps findings;  // the run's
  BarrierKind worst_barrier = BarrierKind::kEven;
  double worst_ratio = 1;  // largest cost / needed
  bool is_cut = false;
  uint64_t accesses_in_block = 0;

  uint32_t size() const { return static_cast<uint32_t>(bars.size()); }
};

// Makes one, to be continued later. The run must hold a recording, and `phase_parts` be its parts
// (Backdrop has them). The run outlives this.
class TimelineMaking {
 public:
  TimelineMaking(const run::Run& run, const std::vector<observe::PhasePart>& phase_parts);
  TimelineMaking(const TimelineMaking&) = delete;
  TimelineMaking& operator=(const TimelineMaking&) = delete;
  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  std::shared_ptr<const TimelineScene> take() { return scene_; }  // when it is done

 private:
  base::Progress add_bars(base::Slice& slice);
  void add_whole(uint64_t steps, std::function<void()> piece);

  const run::Run& run_;
  const std::shared_ptr<TimelineScene> scene_;
  base::WorkQueue work_;
};
// The same at once.
std::shared_ptr<const TimelineScene> make_timeline(
    const run::Run& run, const std::vector<observe::PhasePart>& phase_parts);

// "sub = 0: load | compute"; and shorter, where that does not fit: "sub = 0".
std::string label_of(const run::Run& run, const TimelineScene& scene, const Band& band);
std::string name_of(const run::Run& run, const TimelineScene& scene, const Band& band);

// What the timeline's axis counts: steps, or work of one kind.
enum class Axis : uint8_t { kSteps, kWavefronts, kBroadcasts, kSectors };
// Nothing of steps.
std::optional<Work> work_of(Axis axis);
// The passes before each step; null: by steps, or the recording has no such work.
const std::vector<uint32_t>* work_axis(const TimelineScene& scene, Axis axis);
// The one after `axis` that the recording has.
Axis next_axis(const TimelineScene& scene, Axis axis);

// The step of the row in [begin, end) that wastes most (then: that costs most, then: the first);
// kNoStep if it has none.
uint32_t worst_of(const TimelineScene& scene, const TimelineRow& row, uint32_t begin, uint32_t end);

// The index of the band that holds the step; bands.size() if none does.
size_t band_at(const std::vector<Band>& bands, uint32_t step);

}  // namespace warplens::scene
