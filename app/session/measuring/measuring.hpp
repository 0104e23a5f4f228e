// The part of the State that measuring fills: what this machine has, what was measured of what is
// shown, and the charts made of it. Views read it; measuring_desk.cpp changes it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pages/comparison_scene.hpp"
#include "app/scene/pages/sweep_scene.hpp"
#include "app/scene/pages/times.hpp"
#include "app/session/measuring/sweep.hpp"
#include "kernels/measure/format/job.hpp"
#include "kernels/measure/format/measurement.hpp"

namespace warplens::gui {

enum class MeasuringTask : uint8_t { kNone, kMachine, kLaunch, kAccess, kSweep };

// Where an access is in the shown sequence of launches.
struct AccessPlace {
  uint32_t launch = 0, step = 0;
  friend auto operator<=>(const AccessPlace&, const AccessPlace&) = default;
};

// One access of the trace, repeated on the GPU.
struct MeasuredAccess {
  measure::AccessResult result;
  measure::Provenance provenance;
  std::string calibration;
  uint32_t predicted = 0;  // wavefronts of shared memory, sectors of global memory
};

struct Sweeping {
  std::vector<SweepAxis> axes;  // of what is open; empty: nothing can be swept
  SweepChoice choice;
  scene::SweepMetric metric = scene::SweepMetric::kConflicts;
  std::shared_ptr<const scene::SweepScene> scene;  // null before it was first requested
  bool is_running = false;                         // points are being made
};

struct Measuring {
  bool is_open = false;  // the Compare or Sweep view was shown once
  MeasuringTask task = MeasuringTask::kNone;
  float share = 0;             // of the task, 0 to 1
  std::string doing;           // what it does just now
  std::string problem;         // of the last task, one sentence; "" if it went well
  std::string access_problem;  // the same where the task was one access, of the step
  AccessPlace access_problem_at;

  std::optional<measure::MachineAnswer> machine;  // with at least one device; none: see no_gpu
  std::string no_gpu;                             // why nothing can be measured here

  std::shared_ptr<const scene::ComparisonScene> comparison;  // null before it was first made
  bool is_current = false;                                   // it is of the runs that are shown
  bool is_outdated = false;  // this text or launch was changed since it was measured
  std::vector<std::string> recording_problems;
  std::vector<std::string> recorded_words;  // of a lesson: which launches are recorded

  // Of the run shown and of that beside it: the other side of a split window, or else the run
  // before. Empty where there is no figure.
  scene::Times times;

  scene::FixTimes fix_times;

  std::map<AccessPlace, MeasuredAccess> accesses;  // of the shown runs
  Sweeping sweeping;

  bool has_gpu() const { return machine.has_value(); }
};

}  // namespace warplens::gui
