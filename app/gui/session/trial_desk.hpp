// Something that is tried beside the run shown, on a thread of its own, when that is requested.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/gui/session/job_thread.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

template <class Results>
struct Trial {
  bool is_running = false;
  std::shared_ptr<const run::Run> of;      // the run shown when it was requested
  std::shared_ptr<const Results> results;  // null until they are there
  std::string problem;                     // why there are none

  // Whether it is about this run: running, or ended.
  bool is_of(const std::shared_ptr<const run::Run>& run) const {
    return of == run && run != nullptr && (is_running || results != nullptr || !problem.empty());
  }
};

template <class Results>
class TrialDesk {
 public:
  // Ends soon once `cancelled` is true.
  using Work = std::function<base::Checked<Results>(const std::atomic<bool>& cancelled)>;

  explicit TrialDesk(bool use_thread) : jobs_(use_thread) {}
  ~TrialDesk() { cancel(); }

  // Another one in progress is cancelled.
  void start(Work work, std::shared_ptr<const run::Run> of) {
    cancel();
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    trial_ = {true, std::move(of), nullptr, ""};
    const auto job = [this, work = std::move(work), cancelled = cancelled_] {
      base::Checked<Results> results = work(*cancelled);
      if (results)
        post({cancelled, std::make_shared<const Results>(std::move(*results)), ""});
      else
        post({cancelled, nullptr, results.error().front().message});
    };
    jobs_.submit({job, [this, cancelled = cancelled_](const std::string& why) {
                    post({cancelled, nullptr, why});
                  }});
  }
  void cancel() {
    if (cancelled_ != nullptr) *cancelled_ = true;
    trial_ = {};
  }
  bool is_busy() const { return trial_.is_running; }
  // The newest request's; what has arrived is taken in first.
  const Trial<Results>& update() {
    jobs_.pump();
    const std::lock_guard lock(mutex_);
    std::optional<Done> done = std::exchange(done_, std::nullopt);
    if (done && done->cancelled == cancelled_ && trial_.is_running) {
      trial_.is_running = false;
      trial_.results = std::move(done->results);
      trial_.problem = std::move(done->problem);
    }
    return trial_;
  }
  void wait(double seconds) {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                      [this] { return done_.has_value(); });
  }
  // As JobThread::stop().
  bool stop(double seconds) {
    cancel();
    return jobs_.stop(seconds);
  }

 private:
  struct Done {
    std::shared_ptr<std::atomic<bool>> cancelled;  // which job it was
    std::shared_ptr<const Results> results;
    std::string problem;
  };
  void post(Done done) {
    {
      const std::lock_guard lock(mutex_);
      done_ = std::move(done);
    }
    arrived_.notify_all();
  }

  Trial<Results> trial_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<Done> done_;
  JobThread jobs_;  // last: its job uses the inbox
};

}  // namespace warplens::gui
