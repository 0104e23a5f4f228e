// Runs the launches shown under other schedules, when that is requested.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/gui/session/job_thread.hpp"
#include "sim/engine/schedules.hpp"

namespace warplens::gui {

inline constexpr uint32_t kTriedSchedules = 20;

struct ScheduleTrial {
  bool is_running = false;
  std::shared_ptr<const engine::Run> of;                   // the run shown when it was requested
  std::shared_ptr<const engine::ScheduleResults> results;  // null until they are there
  std::string problem;                                     // why there are none
};

class ScheduleDesk {
 public:
  explicit ScheduleDesk(bool use_thread) : jobs_(use_thread) {}
  ~ScheduleDesk() { cancel(); }

  // Another one in progress is cancelled. `request`: of the launches shown.
  void start(const engine::Request& request, std::shared_ptr<const engine::Run> of);
  void cancel();
  bool is_busy() const { return trial_.is_running; }
  // The newest request's; what has arrived is taken in first.
  const ScheduleTrial& update();
  void wait(double seconds);
  // As JobThread::stop().
  bool stop(double seconds);

 private:
  struct Done {
    std::shared_ptr<std::atomic<bool>> cancelled;  // which job it was
    std::shared_ptr<const engine::ScheduleResults> results;
    std::string problem;
  };
  void post(Done done);

  ScheduleTrial trial_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<Done> done_;
  JobThread jobs_;  // last: its job uses the inbox
};

}  // namespace warplens::gui
