// Timeline from a recording: its costs, rows with their peaks, bands by walking the steps
// once.
#include "app/scene/timeline.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "sim/base/assert.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kFan = 8;              // steps a peak covers, a level
constexpr uint32_t kMostActivities = 64;  // named in a label

Bar bar_of(const run::Run& run, uint32_t step) {
  const trace::AccessHead& head = run.recording->heads[step];
  const trace::StepCost& cost = (*run.costs)[step];
  return {cost.paid, cost.ideal, static_cast<uint16_t>(head.warp), head.space};
}

bool is_worse(const Bar& a, const Bar& b) {
  const int waste_a = a.cost - a.ideal, waste_b = b.cost - b.ideal;
  return waste_a != waste_b ? waste_a > waste_b : a.cost > b.cost;
}

void build_peaks(const std::vector<Bar>& bars, TimelineRow& row) {
  if (row.peaks.empty()) row.peaks.emplace_back();
  while (row.peaks.back().size() > 1) {
    const std::vector<uint32_t>& below = row.peaks.back();
    std::vector<uint32_t> level;
    level.reserve(below.size() / kFan + 1);
    for (size_t i = 0; i < below.size(); i += kFan) {
      uint32_t worst = below[i];
      for (size_t j = i + 1; j < std::min(i + kFan, below.size()); ++j) {
        if (is_worse(bars[below[j]], bars[worst])) worst = below[j];
      }
      level.push_back(worst);
    }
    row.peaks.push_back(std::move(level));
  }
}

// Texts by number, each kept once.
class Texts {
 public:
  explicit Texts(std::vector<std::string>& texts) : texts_(texts) {}
  uint32_t number_of(const std::string& text) {
    const auto [at, is_new] = numbers_.try_emplace(text, static_cast<uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return at->second;
  }

 private:
  std::vector<std::string>& texts_;
  std::map<std::string, uint32_t> numbers_;
};

// The activity of each phase in the barrier interval that a walk along the steps has reached.
class Activities {
 public:
  explicit Activities(std::vector<observe::PhasePart> parts) : parts_(std::move(parts)) {}
  std::string_view of(uint32_t phase, uint32_t interval) {
    if (interval_ != interval) by_phase_.clear();
    interval_ = interval;
    for (; next_ < parts_.size() && parts_[next_].interval <= interval; ++next_) {
      if (parts_[next_].interval == interval)
        by_phase_[parts_[next_].phase] = observe::name_of(parts_[next_].activity);
    }
    return by_phase_[phase];
  }

 private:
  std::vector<observe::PhasePart> parts_;  // intervals ascend
  size_t next_ = 0;
  uint32_t interval_ = 0;
  std::map<uint32_t, std::string_view> by_phase_;
};

uint32_t interval_end(const trace::Recording& recording, uint32_t step) {
  return recording.steps().in_interval(recording.heads[step].interval).second;
}

// The two phases between which the steps [begin, end) of an interval go back and forth, as one warp
// is still in the first while another is in the second: in the order of a warp that has both.
std::optional<std::pair<uint32_t, uint32_t>> phases_in_turns(const trace::Recording& recording,
                                                             uint32_t begin, uint32_t end) {
  const std::span<const trace::AccessHead> heads(recording.heads.data(), recording.size());
  const uint32_t first = heads[begin].phase;
  std::optional<uint32_t> second;
  std::optional<std::pair<uint32_t, uint32_t>> order;
  uint32_t changes = 0;
  for (uint32_t step = begin + 1; step < end; ++step) {
    const trace::AccessHead &before = heads[step - 1], &here = heads[step];
    if (here.phase == before.phase) continue;
    ++changes;
    if (here.phase != first && here.phase != second.value_or(here.phase)) return std::nullopt;
    if (here.phase != first) second = here.phase;
    if (!order && here.warp == before.warp) order = {before.phase, here.phase};
  }
  if (changes < 2) return std::nullopt;
  return order ? order : std::pair(first, *second);
}

// One band a run of steps with the same phase, divided where the interval changes; where two phases
// take turns in an interval, one band for both.
class BandsMaking {
 public:
  BandsMaking(const trace::Recording& recording, const std::vector<observe::PhasePart>& parts,
              TimelineScene& scene)
      : recording_(recording), scene_(scene), activities_(parts), texts_(scene.activities) {}

  base::Progress advance(base::Slice& slice) {
    while (step_ < recording_.size()) {
      if (slice.is_over()) return base::Progress::kMore;
      const uint32_t begin = step_;
      add_band();
      slice.spend(step_ - begin);
    }
    return base::Progress::kDone;
  }

 private:
  void add_band() {
    const uint32_t phase = recording_.heads[step_].phase, begin = step_;
    std::string label;
    uint32_t parts = 0;
    while (step_ < recording_.size() && recording_.heads[step_].phase == phase) {
      const uint32_t interval = recording_.heads[step_].interval, part_begin = step_;
      const uint32_t part_end = interval_end(recording_, step_);
      if (const auto both = phases_in_turns(recording_, step_, part_end)) {
        if (step_ == begin) add_turns(*both, part_end);
        break;  // ends the band before, if there is one
      }
      while (step_ < recording_.size() && recording_.heads[step_].phase == phase &&
             recording_.heads[step_].interval == interval) {
        ++step_;
      }
      const std::string activity(activities_.of(phase, interval));
      scene_.intervals.push_back({part_begin, step_, Band::kNoPhase, texts_.number_of(activity)});
      if (++parts <= kMostActivities) label += (label.empty() ? "" : " | ") + activity;
      if (parts == kMostActivities + 1) label += " | ...";
    }
    if (parts > 0) scene_.phases.push_back({begin, step_, phase, texts_.number_of(label)});
  }

  // Of two phases, to the end of the interval.
  void add_turns(std::pair<uint32_t, uint32_t> phases, uint32_t end) {
    const uint32_t interval = recording_.heads[step_].interval;
    const std::string one(activities_.of(phases.first, interval));
    const std::string other(activities_.of(phases.second, interval));
    const std::string all = one == other ? one : one + " | " + other;
    scene_.intervals.push_back({step_, end, Band::kNoPhase, texts_.number_of(all)});
    scene_.phases.push_back(
        {step_, end, phases.first, texts_.number_of(one), phases.second, texts_.number_of(other)});
    step_ = end;
  }

  const trace::Recording& recording_;
  TimelineScene& scene_;
  Activities activities_;
  Texts texts_;
  uint32_t step_ = 0;
};

void build_work(size_t work, TimelineScene& scene) {
  std::vector<uint32_t> before{0};
  before.reserve(scene.bars.size() + 1);
  for (const Bar& bar : scene.bars)
    before.push_back(before.back() +
                     (work_of(bar.space) == static_cast<Work>(work) ? bar.cost : 0));
  if (before.back() != 0) scene.work_before[work] = std::move(before);
}

void build_waits(const trace::Recording& recording, TimelineScene& scene) {
  const UnevenBarriers barriers(recording);
  for (const trace::BarrierWait& wait : recording.waits) {
    if (wait.warp >= scene.warps.size()) continue;
    const BarrierKind kind = barriers.kind_of(wait);
    scene.worst_barrier = std::max(scene.worst_barrier, kind);
    // A barrier that never opened, or that the recording was cut before.
    const bool opens = wait.interval < recording.releases.size();
    const uint32_t end = opens ? wait.release_step : recording.size();
    if (end > wait.step || kind != BarrierKind::kEven)
      scene.warps[wait.warp].waits.push_back({wait.step, end, kind});
  }
  scene.barriers = recording.releases;
  scene.barriers.erase(std::unique(scene.barriers.begin(), scene.barriers.end()),
                       scene.barriers.end());
}

}  // namespace

TimelineMaking::TimelineMaking(const run::Run& run,
                               const std::vector<observe::PhasePart>& phase_parts)
    : run_(run), scene_(std::make_shared<TimelineScene>()) {
  WL_ASSERT(run.recording != nullptr, "a timeline needs a recording");
  const trace::Recording& recording = *run.recording;
  scene_->is_cut = recording.is_cut;
  scene_->accesses_in_block = recording.accesses_in_block;
  scene_->warps.resize(recording.warps);
  for (TimelineRow& row : scene_->warps) row.peaks.emplace_back();
  scene_->all.peaks.emplace_back();
  work_.add([this](base::Slice& slice) { return add_bars(slice); });
  add_whole(recording.size(), [this] { scene_->findings = steps_of_findings(run_); });
  for (size_t work = 0; work < kWorks; ++work)
    add_whole(recording.size() / 8, [this, work] { build_work(work, *scene_); });
  for (TimelineRow& row : scene_->warps)
    add_whole(recording.size() / std::max(1u, recording.warps),
              [this, &row] { build_peaks(scene_->bars, row); });
  add_whole(recording.size(), [this] { build_peaks(scene_->bars, scene_->all); });
  work_.add_part(std::make_shared<BandsMaking>(recording, phase_parts, *scene_),
                 [](const BandsMaking&) {});
  add_whole(recording.waits.size(), [this] { build_waits(*run_.recording, *scene_); });
}

base::Progress TimelineMaking::add_bars(base::Slice& slice) {
  for (uint32_t step = scene_->size(); step < run_.recording->size(); ++step) {
    if (slice.is_over()) return base::Progress::kMore;
    if (step == 0) scene_->bars.reserve(run_.recording->size());
    const Bar bar = bar_of(run_, step);
    scene_->bars.push_back(bar);
    if (bar.ideal > 0)
      scene_->worst_ratio = std::max(scene_->worst_ratio, double{1} * bar.cost / bar.ideal);
    WL_ASSERT(bar.warp < scene_->warps.size(), "a recorded access belongs to a warp of its block");
    scene_->warps[bar.warp].peaks[0].push_back(step);
    scene_->all.peaks[0].push_back(step);
    slice.spend(1);
  }
  return base::Progress::kDone;
}

// `steps`: about as long as so many warp instructions.
void TimelineMaking::add_whole(uint64_t steps, std::function<void()> piece) {
  work_.add([steps, piece = std::move(piece)](base::Slice& slice) {
    if (slice.is_over()) return base::Progress::kMore;
    piece();
    slice.spend(steps + 1);
    return base::Progress::kDone;
  });
}

std::shared_ptr<const TimelineScene> make_timeline(
    const run::Run& run, const std::vector<observe::PhasePart>& phase_parts) {
  TimelineMaking making(run, phase_parts);
  return base::whole(making);
}

namespace {

std::string phase_text(const run::Run& run, const TimelineScene& scene, uint32_t phase,
                       uint32_t activities, bool is_brief) {
  const std::string name = phase == Band::kNoPhase
                               ? ""
                               : observe::phase_name(*run.program, run.recording->phases[phase]);
  const std::string& does = scene.activities[activities];
  if (name.empty() || name == does) return does;
  return is_brief ? name : name + ": " + does;
}

std::string band_text(const run::Run& run, const TimelineScene& scene, const Band& band,
                      bool is_brief) {
  const std::string text = phase_text(run, scene, band.phase, band.activities, is_brief);
  if (band.other_phase == Band::kNoPhase) return text;
  return text + " | " + phase_text(run, scene, band.other_phase, band.other_activities, is_brief);
}

}  // namespace

std::string name_of(const run::Run& run, const TimelineScene& scene, const Band& band) {
  return band_text(run, scene, band, true);
}

std::string label_of(const run::Run& run, const TimelineScene& scene, const Band& band) {
  return band_text(run, scene, band, false);
}

std::optional<Work> work_of(Axis axis) {
  if (axis == Axis::kSteps) return std::nullopt;
  return static_cast<Work>(static_cast<uint8_t>(axis) - 1);
}

const std::vector<uint32_t>* work_axis(const TimelineScene& scene, Axis axis) {
  const std::optional<Work> work = work_of(axis);
  if (!work) return nullptr;
  const std::vector<uint32_t>& before = scene.work_before[static_cast<size_t>(*work)];
  return before.empty() ? nullptr : &before;
}

Axis next_axis(const TimelineScene& scene, Axis axis) {
  for (size_t next = static_cast<size_t>(axis) + 1; next <= kWorks; ++next) {
    if (work_axis(scene, static_cast<Axis>(next)) != nullptr) return static_cast<Axis>(next);
  }
  return Axis::kSteps;
}

uint32_t worst_of(const TimelineScene& scene, const TimelineRow& row, uint32_t begin,
                  uint32_t end) {
  const std::vector<uint32_t>& steps = row.peaks[0];
  size_t low =
      static_cast<size_t>(std::lower_bound(steps.begin(), steps.end(), begin) - steps.begin());
  size_t high =
      static_cast<size_t>(std::lower_bound(steps.begin(), steps.end(), end) - steps.begin());
  uint32_t worst = kNoStep;
  const auto take = [&](uint32_t step) {
    if (worst == kNoStep || is_worse(scene.bars[step], scene.bars[worst]) ||
        (step < worst && !is_worse(scene.bars[worst], scene.bars[step]))) {
      worst = step;
    }
  };
  for (size_t level = 0; low < high; ++level, low /= kFan, high /= kFan) {
    const std::vector<uint32_t>& peaks = row.peaks[level];
    while (low < high && low % kFan != 0) take(peaks[low++]);
    while (low < high && high % kFan != 0) take(peaks[--high]);
  }
  return worst;
}

size_t band_at(const std::vector<Band>& bands, uint32_t step) {
  const auto after =
      std::upper_bound(bands.begin(), bands.end(), step,
                       [](uint32_t value, const Band& band) { return value < band.end; });
  if (after == bands.end() || after->begin > step) return bands.size();
  return static_cast<size_t>(after - bands.begin());
}

}  // namespace warplens::scene
