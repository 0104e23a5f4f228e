#include "app/gui/session/schedule_desk.hpp"

#include <chrono>
#include <utility>

namespace warplens::gui {

namespace {

// The request as a job of its own executes it.
engine::Request alone(engine::Request request, const std::atomic<bool>& cancelled) {
  request.record = request.keeps_contents = false;
  request.starts_budget = 0;
  request.also_count.clear();
  request.progress = nullptr;
  request.so_far = nullptr;
  request.store = std::make_shared<engine::RunStore>();
  request.cancelled = &cancelled;
  return request;
}

}  // namespace

void ScheduleDesk::start(const engine::Request& request, std::shared_ptr<const engine::Run> of) {
  cancel();
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  trial_ = {true, std::move(of), nullptr, ""};
  const auto work = [this, request, cancelled = cancelled_] {
    const engine::Request own = alone(request, *cancelled);
    Done done{cancelled, nullptr, ""};
    const base::Checked<engine::Runs> runs = engine::run_sequence(own);
    if (runs) {
      base::Checked<engine::ScheduleResults> results =
          engine::try_schedules(own, *runs, kTriedSchedules);
      if (results)
        done.results = std::make_shared<const engine::ScheduleResults>(std::move(*results));
      else
        done.problem = results.error().front().message;
    } else {
      done.problem = runs.error().front().message;
    }
    post(std::move(done));
  };
  jobs_.submit({work, [this, cancelled = cancelled_](const std::string& why) {
                  post({cancelled, nullptr, why});
                }});
}

void ScheduleDesk::cancel() {
  if (cancelled_ != nullptr) *cancelled_ = true;
  trial_ = {};
}

const ScheduleTrial& ScheduleDesk::update() {
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

void ScheduleDesk::post(Done done) {
  {
    const std::lock_guard lock(mutex_);
    done_ = std::move(done);
  }
  arrived_.notify_all();
}

void ScheduleDesk::wait(double seconds) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [this] { return done_.has_value(); });
}

bool ScheduleDesk::stop(double seconds) {
  cancel();
  return jobs_.stop(seconds);
}

}  // namespace warplens::gui
