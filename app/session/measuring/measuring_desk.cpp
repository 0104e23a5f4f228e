// Orders are taken one after another; a failed one takes the rest with it, so that the same
// sentence is not shown for every point of a sweep.
#include "app/session/measuring/measuring_desk.hpp"

#include <algorithm>
#include <utility>

#include "app/session/measuring/measured_access.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr size_t kKept = 512;  // measurements; a few kilobytes each

}  // namespace

MeasuringDesk::MeasuringDesk(State& model, Executor& executor, std::shared_ptr<Measurer> measurer)
    : model_(model), jobs_(executor, std::move(measurer)) {}

// -------------------------------------------------------------------------------------------------
// what is shown

void MeasuringDesk::show(Launches now, Launches before) {
  Measuring& measuring = model_.measuring;
  const bool is_other_text = document_ != model_.document || now.runs.empty();
  ++shown_;
  document_ = model_.document;
  lesson_ = model_.lesson;
  now_ = std::move(now);
  before_ = std::move(before);
  measuring.accesses.clear();
  measuring.access_problem.clear();
  measuring.is_current = false;
  measuring.recorded_words = lesson_ != nullptr && !model_.is_modified
                                 ? lessons::recorded_words(*lesson_)
                                 : std::vector<std::string>();
  if (is_other_text) {
    measuring.comparison = nullptr;
    measuring.problem.clear();
  }
  comparison_due_ = !now_.runs.empty();
  if (now_.runs.empty()) {
    drop_sweep();
    return;
  }
  renew_sweep();
  hurry_comparison();
}

void MeasuringDesk::wait_for_rest() {
  ++shown_;
  model_.measuring.accesses.clear();
  model_.measuring.access_problem.clear();
}

void MeasuringDesk::turn_page() {
  is_stopped_ = false;
  if (!is_measured(model_.options.page)) return;
  if (!model_.measuring.is_open) {
    model_.measuring.is_open = true;
    Order machine;
    machine.task = MeasuringTask::kMachine;
    order(std::move(machine));
  }
  renew_sweep();
  hurry_comparison();
}

// A point of a sweep takes seconds; who looks at the comparison does not wait for it.
void MeasuringDesk::hurry_comparison() {
  if (comparison_due_ && model_.options.page == Page::kCompare) jobs_.cancel_comparing();
}

void MeasuringDesk::hold_times(const std::shared_ptr<const run::Run>& left_run,
                               const prepare::Request& left, size_t left_launch,
                               const std::shared_ptr<const run::Run>& right_run,
                               const prepare::Request& right, size_t right_launch) {
  if (held_runs_[0] == left_run && held_runs_[1] == right_run) return;
  held_runs_[0] = left_run;
  held_runs_[1] = right_run;
  ++held_;
  model_.measuring.times.clear();
  times_due_ = left_run != nullptr && right_run != nullptr;
  if (!times_due_) return;
  held_requests_[0] = {left, left_launch};
  held_requests_[1] = {right, right_launch};
}

void MeasuringDesk::hold_fix_times(const std::shared_ptr<const void>& of, TimedRequest now,
                                   std::vector<FixedRequest> fixed) {
  fixes_ = of;
  model_.measuring.fix_times = {};
  fix_times_due_ = of != nullptr && !fixed.empty();
  fix_now_ = std::move(now);
  fixed_ = std::move(fixed);
}

void MeasuringDesk::start_comparing() {
  if (jobs_.is_comparing()) return;
  if (std::exchange(times_due_, false)) {
    jobs_.start_times(held_, held_requests_[0], held_requests_[1], held_runs_[0] == held_runs_[1],
                      measurements_);
    return;
  }
  if (std::exchange(fix_times_due_, false)) {
    jobs_.start_fix_times(fixes_, fix_now_, fixed_, measurements_);
    return;
  }
  if (!model_.measuring.is_open) return;
  if (comparison_due_) {
    comparison_due_ = false;
    jobs_.start_comparison(shown_, now_, before_, measurements_);
    model_.measuring.sweeping.is_running =
        model_.options.page == Page::kSweep && !is_stopped_ && scene_.made < scene_.count;
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
  const bool asks_first = order.task != MeasuringTask::kMachine && !model_.measuring.has_gpu();
  if (asks_first && !is_ordered(MeasuringTask::kMachine)) {
    orders_.emplace_back().task = MeasuringTask::kMachine;
  }
  order.document = document_;
  orders_.push_back(std::move(order));
}

// It is out, or waits: a key that is held down orders it once.
bool MeasuringDesk::is_ordered(MeasuringTask task) const {
  return order_.task == task || std::any_of(orders_.begin(), orders_.end(),
                                            [&](const Order& one) { return one.task == task; });
}

void MeasuringDesk::measure() {
  if (now_.runs.empty() || is_ordered(MeasuringTask::kLaunch)) return;
  Order launch;
  launch.task = MeasuringTask::kLaunch;
  launch.launches = std::make_shared<const Launches>(now_);
  order(std::move(launch));
}

void MeasuringDesk::measure_access() {
  if (model_.moment == nullptr || model_.run == nullptr || is_ordered(MeasuringTask::kAccess)) {
    return;
  }
  const AccessPlace place{model_.chosen_launch, model_.moment->step};
  const auto access = warp_access(*model_.moment);
  if (!access) {
    tell_access_problem(place, label("This access cannot be repeated alone: its lanes are in "
                                     "different arrays, or it reads constant memory."));
    return;
  }
  Order one;
  one.task = MeasuringTask::kAccess;
  one.access = *access;
  one.shown = shown_;
  one.place = place;
  one.predicted = predicted_cost(*model_.moment);
  order(std::move(one));
}

void MeasuringDesk::measure_sweep() {
  const bool is_there = model_.measuring.sweeping.scene != nullptr;
  if (!is_there || is_ordered(MeasuringTask::kSweep)) return;
  sweep_orders_ = sweep_orders_done_ = 0;
  for (size_t series = 0; series < scene_.series.size(); ++series) {
    for (size_t point = 0; point < scene_.series[series].points.size(); ++point) {
      const scene::SweepPoint& of = scene_.series[series].points[point];
      if (!of.skipped.empty() || of.is_timed_only) continue;
      ++sweep_orders_;
      Order one;
      one.task = MeasuringTask::kSweep;
      one.launches = std::make_shared<const Launches>(Launches{request_of(series, point), {}});
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
      jobs_.start_access(order_.access);
      break;
    case MeasuringTask::kNone:
      break;
  }
}

// The other orders for the same text would fail in the same way. What went wrong with a text that
// is no longer open is not shown for another one.
void MeasuringDesk::fail(const measure::Problem& problem) {
  const bool is_of_all = order_.task == MeasuringTask::kMachine;
  std::erase_if(orders_, [&](const Order& waiting) {
    return is_of_all || waiting.document == order_.document;
  });
  if (order_.task == MeasuringTask::kAccess) {
    if (order_.shown == shown_) tell_access_problem(order_.place, problem.message);
  } else if (is_of_all || order_.document == document_) {
    model_.measuring.problem = problem.message;
  }
}

void MeasuringDesk::tell_access_problem(AccessPlace place, std::string message) {
  model_.measuring.access_problem = std::move(message);
  model_.measuring.access_problem_at = place;
}

void MeasuringDesk::take(MachineDone done) {
  Measuring& measuring = model_.measuring;
  if (!done.answer) {
    // Shown in place of the GPU's name; a problem is shown only to who requested more.
    measuring.no_gpu = done.answer.error().message;
    if (!orders_.empty()) fail(done.answer.error());
    return;
  }
  if (done.answer->devices.empty()) {
    measuring.no_gpu = done.answer->missing.empty()
                           ? label("No NVIDIA GPU was found on this machine.")
                           : done.answer->missing.front();
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
  if (order_.document == document_) measured_document_ = document_ + 1;
  comparison_due_ = !now_.runs.empty();
  times_due_ = held_runs_[0] != nullptr && held_runs_[1] != nullptr;
  fix_times_due_ = !fixed_.empty();
  renew_points_of(order_.launches->request);
}

void MeasuringDesk::take(AccessDone done) {
  if (!done.answer) {
    fail(done.answer.error());
    return;
  }
  if (order_.shown != shown_ || done.answer->results.empty()) return;
  model_.measuring.accesses[order_.place] = {done.answer->results.front(), done.answer->provenance,
                                             done.answer->calibration, order_.predicted};
}

void MeasuringDesk::take(ComparisonDone done) {
  if (done.shown != shown_) return;  // the one that is shown is due
  if (done.was_cancelled) {          // for a sweep; it is made again
    comparison_due_ = !now_.runs.empty();
    return;
  }
  Measuring& measuring = model_.measuring;
  if (!done.failure.empty()) measuring.problem = done.failure;
  measuring.comparison = std::move(done.scene);
  measuring.is_current = !comparison_due_;
  measuring.is_outdated = !done.has_measured && measured_document_ == document_ + 1;
  measuring.recording_problems = std::move(done.recording_problems);
}

void MeasuringDesk::take(TimesDone done) {
  if (done.held == held_) model_.measuring.times = std::move(done.times);
}

void MeasuringDesk::take(scene::FixTimes done) {
  if (done.of == fixes_) model_.measuring.fix_times = std::move(done);
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
  return jobs_.is_measuring() || jobs_.is_comparing() || !orders_.empty() || times_due_ ||
         fix_times_due_ || (comparison_due_ && model_.measuring.is_open);
}

}  // namespace warplens::gui
