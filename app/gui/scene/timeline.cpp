// Timeline from a recording: costs by the models, rows with their peaks, bands by walking the steps
// once.
#include "app/gui/scene/timeline.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/analysis/phases.hpp"
#include "sim/analysis/shared_op.hpp"
#include "sim/base/assert.hpp"
#include "sim/model/banks.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/constant.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kFan = 8;  // steps a peak stands for, a level

Bar bar_of(const engine::Run& run, const trace::Access& access) {
  Bar bar;
  bar.warp = static_cast<uint16_t>(access.warp);
  bar.space = access.space;
  if (access.space == trace::Space::kShared) {
    const model::SharedCost cost =
        analysis::shared_cost(run.device, run.program->sites[access.site], access);
    bar.cost = static_cast<uint16_t>(cost.wavefronts);
    bar.needed = static_cast<uint16_t>(cost.groups);
  } else if (access.space == trace::Space::kConstant) {
    bar.cost = static_cast<uint16_t>(
        model::constant_broadcasts(access.bytes, access.mask, access.addresses));
    bar.needed = 1;
  } else {
    const model::GlobalCost cost = model::global_cost(access.bytes, access.mask, access.addresses);
    bar.cost = static_cast<uint16_t>(cost.sectors);
    bar.needed = static_cast<uint16_t>(cost.sectors_needed());
  }
  return bar;
}

bool is_worse(const Bar& a, const Bar& b) {
  const int waste_a = a.cost - a.needed, waste_b = b.cost - b.needed;
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

// One band a run of steps with the same phase, divided where the interval changes.
void build_bands(const engine::Run& run, TimelineScene& scene) {
  const trace::Recording& recording = *run.recording;
  const std::vector<analysis::PhasePart> parts = analysis::phase_parts(recording);
  std::map<std::pair<uint32_t, uint32_t>, std::string_view> activities;  // by phase and interval
  for (const analysis::PhasePart& part : parts) {
    activities[{part.phase, part.interval}] = analysis::name_of(part.activity);
  }
  for (uint32_t step = 0; step < recording.size();) {
    const uint32_t phase = recording.heads[step].phase, begin = step;
    std::string label;
    while (step < recording.size() && recording.heads[step].phase == phase) {
      const uint32_t interval = recording.heads[step].interval, part_begin = step;
      while (step < recording.size() && recording.heads[step].phase == phase &&
             recording.heads[step].interval == interval) {
        ++step;
      }
      const std::string_view activity = activities[{phase, interval}];
      scene.intervals.push_back({part_begin, step, std::string(activity), std::string(activity)});
      label += (label.empty() ? "" : " | ") + std::string(activity);
    }
    const std::string name = analysis::phase_name(*run.program, recording.phases[phase]);
    scene.phases.push_back(
        {begin, step, name.empty() ? label : name + ": " + label, name.empty() ? label : name});
  }
}

void build_waits(const trace::Recording& recording, TimelineScene& scene) {
  for (const trace::BarrierWait& wait : recording.waits) {
    if (wait.warp >= scene.warps.size()) continue;
    // A barrier that the recording was cut before never opened in it.
    const uint32_t end = wait.release_step < wait.step ? recording.size() : wait.release_step;
    if (end > wait.step) scene.warps[wait.warp].waits.push_back({wait.step, end});
  }
  scene.barriers = recording.releases;
}

}  // namespace

std::shared_ptr<const TimelineScene> make_timeline(const engine::Run& run) {
  WL_ASSERT(run.recording != nullptr, "a timeline needs a recording");
  const trace::Recording& recording = *run.recording;
  auto scene = std::make_shared<TimelineScene>();
  scene->is_cut = recording.is_cut;
  scene->accesses_in_block = recording.accesses_in_block;
  scene->warps.resize(recording.warps);
  for (TimelineRow& row : scene->warps) row.peaks.emplace_back();
  scene->all.peaks.emplace_back();
  scene->bars.reserve(recording.size());
  for (uint32_t step = 0; step < recording.size(); ++step) {
    const Bar bar = bar_of(run, recording.at(step));
    scene->bars.push_back(bar);
    if (bar.needed > 0)
      scene->worst_ratio = std::max(scene->worst_ratio, double{1} * bar.cost / bar.needed);
    WL_ASSERT(bar.warp < scene->warps.size(), "a recorded access belongs to a warp of its block");
    scene->warps[bar.warp].peaks[0].push_back(step);
    scene->all.peaks[0].push_back(step);
  }
  for (TimelineRow& row : scene->warps) build_peaks(scene->bars, row);
  build_peaks(scene->bars, scene->all);
  build_bands(run, *scene);
  build_waits(recording, *scene);
  return scene;
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
