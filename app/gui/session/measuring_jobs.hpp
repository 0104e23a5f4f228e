// Measuring and comparing off the painting path: one thread that asks the GPU, one that compares
// and makes the points of a sweep. Each does one job at a time; the session asks for the next.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/gui/scene/sweep_scene.hpp"
#include "app/gui/scene/times.hpp"
#include "app/gui/session/job_thread.hpp"
#include "app/gui/session/measurer.hpp"
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
  MeasuringJobs(bool use_threads, std::shared_ptr<Measurer> measurer);
  ~MeasuringJobs();  // cancels and waits

  // Only while nothing is being measured.
  void start_machine();
  // `runs` empty: they are made first (of a sweep's point).
  void start_launch(Launches launches);
  void start_access(const measure::WarpAccess& access);
  void cancel_measuring();
  bool is_measuring() const { return measuring_out_; }

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
  void cancel_comparing();  // of a sweep's point; a comparison takes no time to speak of
  bool is_comparing() const { return comparing_out_; }

  std::optional<MeasuredDone> take_measured();
  std::optional<ComparedDone> take_compared();
  float share() const;
  std::string doing() const;
  // Returns when something is finished, or after the time.
  void wait(double seconds);
  // Cancels both and waits for them, `seconds` at most. False if one goes on.
  bool stop(double seconds);

 private:
  // Shared with a job that is out.
  struct Ticket {
    std::atomic<bool> cancelled{false};
    std::mutex mutex;
    double share = 0;
    std::string doing;
    measure::WaitOptions wait_options();
  };
  // `fail` makes of a sentence what the job leaves if `work` throws.
  template <class Do, class Fail>
  void measure(Do work, Fail fail);
  template <class Do, class Fail>
  void compare(Do work, Fail fail);
  void post(MeasuredDone done);
  void post(ComparedDone done);

  std::shared_ptr<Measurer> measurer_;
  std::shared_ptr<Ticket> measuring_, comparing_;
  bool measuring_out_ = false, comparing_out_ = false;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<MeasuredDone> measured_;
  std::optional<ComparedDone> compared_;
  JobThread measures_, compares_;  // last: their jobs use the inbox
};

}  // namespace warplens::gui
