// Orders are taken one after another; a failed one takes the rest with it, so that the same
// sentence is not said for every point of a sweep.
#include "app/gui/session/measuring_desk.hpp"

#include <algorithm>
#include <utility>

#include "app/gui/session/measured_access.hpp"
#include "app/gui/ui/strings.hpp"

namespace warplens::gui {

namespace {

using ui::Str;

constexpr size_t kKept = 512;  // measurements; a few kilobytes each

}  // namespace

MeasuringDesk::MeasuringDesk(Model& model, bool use_threads, std::shared_ptr<Measurer> measurer)
    : model_(model), jobs_(use_threads, std::move(measurer)) {}

// -------------------------------------------------------------------------------------------------
// what is shown

void MeasuringDesk::show(Launches now, Launches before) {
  ++shown_;
  now_ = std::move(now);
  before_ = std::move(before);
  model_.measuring.accesses.clear();
  model_.measuring.is_current = false;
  if (now_.runs.empty()) {
    model_.measuring.comparison = nullptr;
    model_.measuring.sweeping.scene = nullptr;
    sweep_key_.clear();
    return;
  }
  comparison_due_ = true;
  renew_sweep();
}

void MeasuringDesk::turn_page() {
  is_stopped_ = false;
  if (model_.options.page == Page::kSteps) return;
  if (!model_.measuring.is_open) {
    model_.measuring.is_open = true;
    order_machine();
  }
  renew_sweep();
}

void MeasuringDesk::start_comparing() {
  if (jobs_.is_comparing() || !model_.measuring.is_open) return;
  if (comparison_due_) {
    comparison_due_ = false;
    jobs_.start_comparison(shown_, now_, before_, measurements_);
    return;
  }
  model_.measuring.sweeping.is_running =
      model_.options.page == Page::kSweep && !is_stopped_ && start_sweep_point();
}

// -------------------------------------------------------------------------------------------------
// orders

void MeasuringDesk::order(Order order) {
  model_.measuring.problem.clear();
  model_.measuring.access_problem.clear();
  orders_.push_back(std::move(order));
}

void MeasuringDesk::order_machine() {
  Order machine;
  machine.task = MeasuringTask::kMachine;
  order(std::move(machine));
}

void MeasuringDesk::measure() {
  if (now_.runs.empty() || order_.task == MeasuringTask::kLaunch) return;
  if (!model_.measuring.has_gpu()) order_machine();
  Order launch;
  launch.task = MeasuringTask::kLaunch;
  launch.launches = std::make_shared<const Launches>(now_);
  order(std::move(launch));
}

void MeasuringDesk::measure_access() {
  if (model_.moment == nullptr || model_.run == nullptr) return;
  const auto access = warp_access(*model_.moment);
  if (!access) {
    tell_access_problem(model_.moment->step, ui::str(Str::kMeasureAccessFar));
    return;
  }
  if (!model_.measuring.has_gpu()) order_machine();
  Order one;
  one.task = MeasuringTask::kAccess;
  one.access = *access;
  one.shown = shown_;
  one.step = model_.moment->step;
  one.predicted = predicted_cost(*model_.moment);
  order(std::move(one));
}

void MeasuringDesk::measure_sweep() {
  if (model_.measuring.sweeping.scene == nullptr || order_.task == MeasuringTask::kSweep) return;
  if (!model_.measuring.has_gpu()) order_machine();
  sweep_orders_ = sweep_orders_done_ = 0;
  for (size_t series = 0; series < scene_.series.size(); ++series) {
    for (size_t point = 0; point < scene_.series[series].points.size(); ++point) {
      if (!scene_.series[series].points[point].skipped.empty()) continue;
      ++sweep_orders_;
      Order one;
      one.task = MeasuringTask::kSweep;
      one.launches = std::make_shared<const Launches>(Launches{request_of(series, point), {}});
      one.shown = sweep_;
      one.series = series;
      one.point = point;
      order(std::move(one));
    }
  }
}

void MeasuringDesk::cancel() {
  orders_.clear();
  jobs_.cancel_measuring();
  if (model_.measuring.sweeping.is_running) {
    is_stopped_ = true;
    jobs_.cancel_comparing();
  }
}

void MeasuringDesk::start_order() {
  if (jobs_.is_measuring() || orders_.empty()) return;
  order_ = std::move(orders_.front());
  orders_.pop_front();
  switch (order_.task) {
    case MeasuringTask::kMachine:
      jobs_.start_machine();
      break;
    case MeasuringTask::kLaunch:
    case MeasuringTask::kSweep:
      jobs_.start_launch(*order_.launches);
      break;
    case MeasuringTask::kAccess:
      jobs_.start_access(order_.shown, order_.step, order_.predicted, order_.access);
      break;
    case MeasuringTask::kNone:
      break;
  }
}

void MeasuringDesk::fail(const measure::Problem& problem) {
  orders_.clear();
  if (order_.task == MeasuringTask::kAccess) {
    tell_access_problem(order_.step, problem.message);
  } else {
    model_.measuring.problem = problem.message;
  }
}

void MeasuringDesk::tell_access_problem(uint32_t step, std::string message) {
  model_.measuring.access_problem = std::move(message);
  model_.measuring.access_problem_step = step;
}

void MeasuringDesk::take(MachineDone done) {
  Measuring& measuring = model_.measuring;
  if (!done.answer) {
    // Told where the GPU's name would stand; only who asked for more is told of a problem.
    measuring.no_gpu = done.answer.error().message;
    if (!orders_.empty()) fail(done.answer.error());
    return;
  }
  if (done.answer->devices.empty()) {
    measuring.no_gpu =
        done.answer->missing.empty() ? ui::str(Str::kNoGpu) : done.answer->missing.front();
    if (!orders_.empty()) fail({measure::ProblemKind::kNoDevice, measuring.no_gpu});
    return;
  }
  measuring.no_gpu.clear();
  measuring.machine = std::move(*done.answer);
}

void MeasuringDesk::take(LaunchDone done) {
  if (order_.task == MeasuringTask::kSweep) ++sweep_orders_done_;
  if (!done.answer) {
    fail(done.answer.error());
    return;
  }
  measurements_.push_back(std::make_shared<const measure::Measurement>(std::move(*done.answer)));
  if (measurements_.size() > kKept) measurements_.erase(measurements_.begin());
  measured_document_ = model_.document + 1;
  comparison_due_ = true;
  // The charts learn of it: that point is made again.
  for (size_t series = 0; series < scene_.series.size(); ++series) {
    for (size_t point = 0; point < scene_.series[series].points.size(); ++point) {
      const bool is_it =
          order_.task == MeasuringTask::kSweep
              ? order_.shown == sweep_ && series == order_.series && point == order_.point
              : is_now(series, point);
      if (is_it) scene_.series[series].points[point].is_made = false;
    }
  }
}

void MeasuringDesk::take(AccessDone done) {
  if (!done.answer) {
    fail(done.answer.error());
    return;
  }
  if (done.shown != shown_ || done.answer->results.empty()) return;
  model_.measuring.accesses[done.step] = {done.answer->results.front(), done.answer->provenance,
                                          done.answer->calibration, done.predicted};
}

void MeasuringDesk::take(ComparisonDone done) {
  if (done.shown != shown_) {
    comparison_due_ = true;
    return;
  }
  Measuring& measuring = model_.measuring;
  measuring.comparison = std::move(done.scene);
  measuring.is_current = !comparison_due_;
  measuring.is_outdated = !done.has_measured && measured_document_ == model_.document + 1;
  measuring.recording_problems = std::move(done.recording_problems);
}

void MeasuringDesk::take(SweepPointDone done) {
  if (done.sweep != sweep_ || done.was_cancelled || done.series >= scene_.series.size() ||
      done.point >= scene_.series[done.series].points.size()) {
    return;
  }
  scene_.series[done.series].points[done.point] = std::move(done.values);
  for (std::string& source : done.sources) {
    if (std::find(scene_.sources.begin(), scene_.sources.end(), source) == scene_.sources.end()) {
      scene_.sources.push_back(std::move(source));
    }
  }
  publish_sweep();
}

// -------------------------------------------------------------------------------------------------
// time

void MeasuringDesk::tell_task() {
  Measuring& measuring = model_.measuring;
  measuring.task = jobs_.is_measuring() ? order_.task : MeasuringTask::kNone;
  measuring.share = jobs_.share();
  measuring.doing = jobs_.doing();
  if (measuring.task == MeasuringTask::kSweep && sweep_orders_ > 0) {
    measuring.share = (static_cast<float>(sweep_orders_done_) + measuring.share) /
                      static_cast<float>(sweep_orders_);
  }
}

void MeasuringDesk::update() {
  start_order();
  start_comparing();
  if (auto done = jobs_.take_measured()) {
    std::visit([this](auto& one) { take(std::move(one)); }, *done);
    order_ = {};
  }
  if (auto done = jobs_.take_compared()) {
    std::visit([this](auto& one) { take(std::move(one)); }, *done);
  }
  start_order();
  start_comparing();
  tell_task();
}

bool MeasuringDesk::is_busy() const {
  return jobs_.is_measuring() || jobs_.is_comparing() || !orders_.empty() ||
         (comparison_due_ && model_.measuring.is_open);
}

}  // namespace warplens::gui
