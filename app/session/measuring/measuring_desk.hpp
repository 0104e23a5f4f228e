// Measuring and comparing for the session: what was ordered, what was measured so far, which charts
// are due. It fills State::measuring, between frames only.
//
// A measurement is kept under the text and launch that it was made of, so that a change back finds
// it again, and one of another text is never shown as this one's.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/measuring/measuring_jobs.hpp"
#include "app/session/state.hpp"

namespace warplens::gui {

class MeasuringDesk {
 public:
  MeasuringDesk(State& model, Executor& executor, std::shared_ptr<Measurer> measurer);

  // Other launches are shown: `model` holds them already. `before` may hold none, and `now` where
  // what was opened does not run.
  void show(Launches now, Launches before);
  // Another one of them is chosen.
  void turn_launch() { renew_sweep(); }
  // The Compare or Sweep view is shown, or left.
  // Other launches are shown, which are not complete yet: show() follows.
  void wait_for_rest();
  void turn_page();
  void measure();
  void measure_access();
  void cancel();
  void choose(const action::ChooseSweep& chosen);
  void go_on_sweeping();
  void measure_sweep();
  // What makes the point; none if there is no such point.
  std::vector<SweepSetting> settings_of(size_t series, size_t point) const;
  SweepSubject subject() const;
  // False from when another text is opened until its run is shown.
  bool is_of_open_text() const { return document_ == model_.document; }

  // The times of two launches are wanted, of these runs; null: of none. Of one run twice: its own.
  void hold_times(const std::shared_ptr<const run::Run>& left_run, const prepare::Request& left,
                  size_t left_launch, const std::shared_ptr<const run::Run>& right_run,
                  const prepare::Request& right, size_t right_launch);

  bool holds_fix_times(const std::shared_ptr<const void>& of) const { return of == fixes_; }
  // The times of `fixed`, which are of `of`, are wanted beside that of `now`.
  void hold_fix_times(const std::shared_ptr<const void>& of, TimedRequest now,
                      std::vector<FixedRequest> fixed);

  // Takes what is finished and starts what is due.
  void update();
  bool is_busy() const;

 private:
  struct Order {
    MeasuringTask task = MeasuringTask::kNone;
    uint32_t document = 0;                     // State::document that it is of
    std::shared_ptr<const Launches> launches;  // kLaunch, kSweep
    measure::WarpAccess access;                // kAccess, with the following
    uint64_t shown = 0;
    AccessPlace place;
    uint32_t predicted = 0;
  };
  void order(Order order);
  bool is_ordered(MeasuringTask task) const;
  void start_order();
  void take(MachineDone done);
  void take(LaunchDone done);
  void take(AccessDone done);
  void take(ComparisonDone done);
  void take(SweepPointDone done);
  void take(TimesDone done);
  void take(scene::FixTimes done);
  void fail(const measure::Problem& problem);
  void tell_access_problem(AccessPlace place, std::string message);
  void start_comparing();
  void hurry_comparison();
  void renew_sweep();
  void drop_sweep();
  bool start_sweep_point();
  prepare::Request request_of(size_t series, size_t point) const;
  void renew_points_of(const prepare::Request& measured);
  void publish_sweep();
  void tell_task();

  State& model_;
  uint64_t shown_ = 0;     // grows with show()
  uint32_t document_ = 0;  // State::document of what is shown, and its lesson
  const lessons::Lesson* lesson_ = nullptr;
  Launches now_, before_;
  bool comparison_due_ = false;
  bool times_due_ = false;
  uint64_t held_ = 0;                             // grows with what hold_times() is given
  std::shared_ptr<const run::Run> held_runs_[2];  // left and right
  TimedRequest held_requests_[2];
  std::shared_ptr<const void> fixes_;  // of hold_fix_times()
  TimedRequest fix_now_;
  std::vector<FixedRequest> fixed_;
  bool fix_times_due_ = false;
  std::vector<MeasurementPointer> measurements_;  // the newest last
  uint32_t measured_document_ = 0;  // of the newest one: State::document + 1; 0: none yet

  std::deque<Order> orders_;
  Order order_;                                      // that is out
  size_t sweep_orders_ = 0, sweep_orders_done_ = 0;  // of the sweep that is being measured

  std::string sweep_key_;        // what the sweep is of
  uint32_t sweep_document_ = 0;  // State::document of it
  uint64_t sweep_ = 0;           // grows with every new one
  scene::SweepScene scene_;
  bool is_stopped_ = false;
  bool is_metric_chosen_ = false;  // by the user, of this text
  MeasuringJobs jobs_;
};

}  // namespace warplens::gui
