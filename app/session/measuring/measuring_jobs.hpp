// Measuring and comparing beside the frame: one job that asks the GPU, one that compares and makes
// the points of a sweep. Each does one thing at a time; the session asks for the next.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/scene/pages/sweep_scene.hpp"
#include "app/scene/pages/times.hpp"
#include "app/session/executor.hpp"
#include "app/session/measuring/measurer.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

struct MachineDone {
  measure::Measured<measure::MachineAnswer> answer;
};
struct LaunchDone {
  measure::Measured<measure::Measurement> answer;
};
struct AccessDone {
  measure::Measured<measure::AccessAnswer> answer;
};
using MeasuredDone = std::variant<MachineDone, LaunchDone, AccessDone>;

// A launch whose time is wanted: the index-th of the request's.
struct TimedRequest {
  prepare::Request request;
  size_t index = 0;
};

// A sequence of launches and how it was requested.
struct Launches {
  prepare::Request request;  // with what reads files
  scene::Runs runs;
};

struct ComparisonDone {
  uint64_t shown = 0;  // as given
  std::shared_ptr<const scene::ComparisonScene> scene;
  TextKey key;
  bool has_measured = false;
  std::vector<std::string> recording_problems;
  std::string failure;  // why there is no scene; else empty
  bool was_cancelled = false;
};
struct SweepPointDone {
  uint64_t sweep = 0;  // as given
  size_t series = 0, point = 0;
  scene::SweepPoint values;
  std::vector<std::string> sources;
  bool was_cancelled = false;
};
struct TimesDone {
  uint64_t held = 0;  // as given
  scene::Times times;
};
// A launch that a fix has changed.
struct FixedRequest {
  size_t array = 0, fix = 0;
  TimedRequest request;
};
using ComparedDone = std::variant<ComparisonDone, SweepPointDone, TimesDone, scene::FixTimes>;

class MeasuringJobs {
 public:
  MeasuringJobs(Executor& executor, std::shared_ptr<Measurer> measurer);

  // Only while nothing is being measured.
  void start_machine();
  // `runs` empty: they are made first (of a sweep's point).
  void start_launch(Launches launches);
  void start_access(const measure::WarpAccess& access);
  void cancel_measuring() { executor_.cancel(JobKind::kMeasuring); }
  bool is_measuring() const { return executor_.is_out(JobKind::kMeasuring) || measured_; }

  // Only while nothing is being compared.
  using Measurements = std::vector<MeasurementPointer>;
  void start_comparison(uint64_t shown, Launches now, Launches before, Measurements measurements);
  void start_sweep_point(uint64_t sweep, size_t series, size_t point, scene::SweepPoint values,
                         prepare::Request request, uint32_t launch, Measurements measurements);
  // `is_alone`: both are the same launch, of which the time by itself is wanted.
  void start_times(uint64_t held, TimedRequest left, TimedRequest right, bool is_alone,
                   Measurements measurements);
  void start_fix_times(std::shared_ptr<const void> of, TimedRequest now,
                       std::vector<FixedRequest> fixed, Measurements measurements);
  // Of a sweep's point; a comparison takes no time to speak of.
  void cancel_comparing() { executor_.cancel(JobKind::kComparing); }
  bool is_comparing() const { return executor_.is_out(JobKind::kComparing) || compared_; }

  std::optional<MeasuredDone> take_measured() { return std::exchange(measured_, std::nullopt); }
  std::optional<ComparedDone> take_compared() { return std::exchange(compared_, std::nullopt); }
  float share() const;
  std::string doing() const;

 private:
  // How far the measurement is that is out; shared with its job.
  struct Doing {
    std::mutex mutex;
    double share = 0;
    std::string words;
    measure::WaitOptions wait_options(const std::atomic<bool>& cancelled);
  };
  // `fail` makes of a sentence what the job leaves if `work` throws.
  template <class Do, class Fail>
  void measure(Do work, Fail fail);
  template <class Do, class Fail>
  void compare(Do work, Fail fail);

  Executor& executor_;
  std::shared_ptr<Measurer> measurer_;
  std::shared_ptr<Doing> doing_;
  std::optional<MeasuredDone> measured_;
  std::optional<ComparedDone> compared_;
};

}  // namespace warplens::gui
