// A job owns what it needs; the inbox is shared under the mutex, the measurer's two halves each
// belong to one thread.
#include "app/gui/session/measuring_jobs.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// Of one point of a sweep: a few seconds at most (prepare::kDefaultStepLimit says how fast it is).
constexpr uint64_t kSweepStepLimit = 20'000'000;

struct Found {
  scene::Compared compared;
  TextKey key;
  bool has_measured = false;
};

// The newest measurement of this text and launch.
const measure::Measurement* find_measured(const std::vector<MeasurementPointer>& measurements,
                                          const TextKey& key) {
  for (auto at = measurements.rbegin(); at != measurements.rend(); ++at) {
    if ((*at)->text_hash == key.text_hash && (*at)->launch == key.launch) return at->get();
  }
  return nullptr;
}

// What is known of these launches, measured here and recorded.
Found find_and_compare(Measurer& measurer, const Launches& launches,
                       const std::vector<MeasurementPointer>& measurements) {
  Found found;
  found.compared.runs = launches.runs;
  const measure::Measurement *measured = nullptr, *recorded = nullptr;
  const auto key = measurer.key_of(launches.request);
  if (key) {
    found.key = *key;
    measured = find_measured(measurements, *key);
    recorded = compare::find_recorded(measurer.recordings(), key->text_hash, key->launch);
  } else {
    found.compared.problem = key.error();
  }
  const bool is_whole =
      std::all_of(launches.runs.begin(), launches.runs.end(),
                  [](const auto& run) { return run->ending == run::Ending::kComplete; });
  if (!is_whole)
    found.compared.problem = label(
        "The simulation did not come to its end: its counts are not those of the whole grid.");
  found.has_measured = measured != nullptr;
  found.compared.comparison = measurer.compare(launches.runs, measured, recorded);
  return found;
}

// Why a point has no values: in a few words.
std::string ending_words(const run::Run& run) {
  return run::is_cut(run.ending)               ? label("more steps than a sweep simulates")
         : run.ending == run::Ending::kTrapped ? label("an assert or a trap ended it")
                                               : "";
}

// What a launch counts that leaves its arrays, or traps, is no value to choose a parameter by. A
// race changes no count.
std::string finding_words(const run::Run& run) {
  for (const observe::Finding& finding : run.findings) {
    if (finding.severity == base::Severity::kError && !finding.other)
      return say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message);
  }
  return "";
}

measure::Problem internal(const std::string& why) {
  return {measure::ProblemKind::kInternal, why};
}

}  // namespace

measure::WaitOptions MeasuringJobs::Ticket::wait_options() {
  measure::WaitOptions wait;
  wait.cancelled = &cancelled;
  wait.progress = [this](double done, const std::string& what) {
    const std::lock_guard lock(mutex);
    share = done;
    doing = what;
  };
  return wait;
}

MeasuringJobs::MeasuringJobs(bool use_threads, std::shared_ptr<Measurer> measurer)
    : measurer_(std::move(measurer)), measures_(use_threads), compares_(use_threads) {}

MeasuringJobs::~MeasuringJobs() {
  cancel_measuring();
  cancel_comparing();
}

void MeasuringJobs::post(MeasuredDone done) {
  {
    const std::lock_guard lock(mutex_);
    measured_ = std::move(done);
  }
  arrived_.notify_all();
}

void MeasuringJobs::post(ComparedDone done) {
  {
    const std::lock_guard lock(mutex_);
    compared_ = std::move(done);
  }
  arrived_.notify_all();
}

template <class Do, class Fail>
void MeasuringJobs::measure(Do work, Fail fail) {
  WL_ASSERT(!measuring_out_, "one measurement at a time");
  measuring_ = std::make_shared<Ticket>();
  measuring_out_ = true;
  measures_.submit(
      {[this, ticket = measuring_, work = std::move(work)] { post(MeasuredDone(work(*ticket))); },
       [this, fail](const std::string& why) { post(MeasuredDone(fail(why))); }});
}

template <class Do, class Fail>
void MeasuringJobs::compare(Do work, Fail fail) {
  WL_ASSERT(!comparing_out_, "one comparison at a time");
  comparing_ = std::make_shared<Ticket>();
  comparing_out_ = true;
  compares_.submit(
      {[this, ticket = comparing_, work = std::move(work)] { post(ComparedDone(work(*ticket))); },
       [this, fail](const std::string& why) { post(ComparedDone(fail(why))); }});
}

void MeasuringJobs::start_machine() {
  measure([measurer = measurer_](
              Ticket& ticket) { return MachineDone{measurer->machine(ticket.wait_options())}; },
          [](const std::string& why) { return MachineDone{base::fail(internal(why))}; });
}

void MeasuringJobs::start_launch(Launches launches) {
  auto shared = std::make_shared<Launches>(std::move(launches));
  measure(
      [measurer = measurer_, shared](Ticket& ticket) {
        prepare::Request request = shared->request;
        request.cancelled = &ticket.cancelled;
        if (shared->runs.empty()) {
          const auto runs = run::run_sequence(request);
          if (runs) shared->runs = *runs;
        }
        return LaunchDone{measurer->measure_launch(request, shared->runs, ticket.wait_options())};
      },
      [](const std::string& why) { return LaunchDone{base::fail(internal(why))}; });
}

void MeasuringJobs::start_access(const measure::WarpAccess& access) {
  measure(
      [measurer = measurer_, access](Ticket& ticket) {
        return AccessDone{measurer->measure_access(access, ticket.wait_options())};
      },
      [](const std::string& why) { return AccessDone{base::fail(internal(why))}; });
}

void MeasuringJobs::cancel_measuring() {
  if (measuring_ != nullptr) measuring_->cancelled = true;
}

void MeasuringJobs::start_comparison(uint64_t shown, Launches now, Launches before,
                                     Measurements measurements) {
  auto both = std::make_shared<std::pair<Launches, Launches>>(std::move(now), std::move(before));
  const auto work = [measurer = measurer_, shown, both,
                     measurements = std::move(measurements)](Ticket& ticket) {
    both->first.request.cancelled = both->second.request.cancelled = &ticket.cancelled;
    const Found found = find_and_compare(*measurer, both->first, measurements);
    std::optional<Found> earlier;
    if (!both->second.runs.empty()) {
      earlier = find_and_compare(*measurer, both->second, measurements);
    }
    ComparisonDone done;
    done.shown = shown;
    done.scene =
        scene::make_comparison_scene(found.compared, earlier ? &earlier->compared : nullptr);
    done.key = found.key;
    done.has_measured = found.has_measured;
    done.recording_problems = measurer->recordings().problems;
    done.was_cancelled = ticket.cancelled;
    return done;
  };
  compare(work, [shown](const std::string& why) {
    ComparisonDone done;
    done.shown = shown;
    done.failure = why;
    return done;
  });
}

void MeasuringJobs::start_sweep_point(uint64_t sweep, size_t series, size_t point,
                                      scene::SweepPoint values, prepare::Request request,
                                      uint32_t launch, Measurements measurements) {
  auto launches = std::make_shared<Launches>(Launches{std::move(request), {}});
  const auto work = [measurer = measurer_, sweep, series, point, launch, values, launches,
                     measurements = std::move(measurements)](Ticket& ticket) {
    launches->request.cancelled = &ticket.cancelled;
    SweepPointDone done{sweep, series, point, values, {}, false};
    if (values.is_timed_only) {
      const auto key = measurer->key_of(launches->request);
      const measure::Measurement* recorded =
          key ? compare::find_recorded(measurer->recordings(), key->text_hash, key->launch)
              : nullptr;
      done.values.is_made = true;
      if (recorded != nullptr) scene::fill_recorded_time(done.values, *recorded, launch);
      return done;
    }
    prepare::Request run = launches->request;
    run.record = false;
    run.launch.step_limit = run.launch.step_limit == 0
                                ? kSweepStepLimit
                                : std::min(run.launch.step_limit, kSweepStepLimit);
    const auto runs = run::run_sequence(std::move(run));
    if (!runs) {
      done.values.skipped = runs.error().empty() ? "" : runs.error().front().message;
      return done;
    }
    const run::Run& last = *runs->back();
    done.was_cancelled = last.ending == run::Ending::kCancelled;
    done.values.program_end = scene::end_of(last);
    done.values.skipped = ending_words(last);
    if (last.ending != run::Ending::kComplete) return done;
    for (const auto& each : *runs) {
      if (done.values.skipped.empty()) done.values.skipped = finding_words(*each);
    }
    if (!done.values.skipped.empty()) return done;
    launches->runs = *runs;
    const Found found = find_and_compare(*measurer, *launches, measurements);
    scene::fill_sweep_point(done.values, found.compared, launch);
    done.sources = found.compared.comparison.sources;
    return done;
  };
  compare(work, [sweep, series, point, values](const std::string& why) {
    SweepPointDone done{sweep, series, point, values, {}, false};
    done.values.skipped = why;
    return done;
  });
}

void MeasuringJobs::start_times(uint64_t held, TimedRequest left, TimedRequest right, bool is_alone,
                                Measurements measurements) {
  const auto both =
      std::make_shared<std::pair<TimedRequest, TimedRequest>>(std::move(left), std::move(right));
  const auto work = [measurer = measurer_, held, both, is_alone,
                     measurements = std::move(measurements)](Ticket&) {
    const auto key = measurer->key_of(both->first.request);
    const auto other = measurer->key_of(both->second.request);
    if (!key || !other) return TimesDone{held, {}};
    std::vector<const measure::Measurement*> measured;
    for (const MeasurementPointer& one : measurements) measured.push_back(one.get());
    const scene::TimedLaunch one{key->text_hash, key->launch, both->first.index};
    const scene::TimedLaunch second{other->text_hash, other->launch, both->second.index};
    const compare::Recordings& recordings = measurer->recordings();
    return TimesDone{held, is_alone ? scene::times_of(recordings, measured, second)
                                    : scene::make_times(recordings, measured, one, second)};
  };
  compare(work, [held](const std::string&) { return TimesDone{held, {}}; });
}

void MeasuringJobs::start_fix_times(std::shared_ptr<const void> of, TimedRequest now,
                                    std::vector<FixedRequest> fixed, Measurements measurements) {
  const auto requests = std::make_shared<const std::pair<TimedRequest, std::vector<FixedRequest>>>(
      std::move(now), std::move(fixed));
  const auto work = [measurer = measurer_, of, requests,
                     measurements = std::move(measurements)](Ticket&) {
    scene::FixTimes done{of, {}};
    std::vector<const measure::Measurement*> measured;
    for (const MeasurementPointer& one : measurements) measured.push_back(one.get());
    const auto timed = [&](const TimedRequest& request) -> std::optional<scene::TimedLaunch> {
      const auto key = measurer->key_of(request.request);
      if (!key) return std::nullopt;
      return scene::TimedLaunch{key->text_hash, key->launch, request.index};
    };
    const auto left = timed(requests->first);
    for (const FixedRequest& one : requests->second) {
      const auto right = timed(one.request);
      if (!left || !right) continue;
      scene::Times times = scene::make_times(measurer->recordings(), measured, *left, *right);
      if (!times.empty()) done.all.push_back({one.array, one.fix, std::move(times)});
    }
    return done;
  };
  compare(work, [of](const std::string&) { return scene::FixTimes{of, {}}; });
}

void MeasuringJobs::cancel_comparing() {
  if (comparing_ != nullptr) comparing_->cancelled = true;
}

std::optional<MeasuredDone> MeasuringJobs::take_measured() {
  measures_.pump();
  const std::lock_guard lock(mutex_);
  std::optional<MeasuredDone> done = std::exchange(measured_, std::nullopt);
  if (done) measuring_out_ = false;
  return done;
}

std::optional<ComparedDone> MeasuringJobs::take_compared() {
  compares_.pump();
  const std::lock_guard lock(mutex_);
  std::optional<ComparedDone> done = std::exchange(compared_, std::nullopt);
  if (done) comparing_out_ = false;
  return done;
}

float MeasuringJobs::share() const {
  if (!measuring_out_) return 0;
  const std::lock_guard lock(measuring_->mutex);
  return static_cast<float>(measuring_->share);
}

std::string MeasuringJobs::doing() const {
  if (!measuring_out_) return "";
  const std::lock_guard lock(measuring_->mutex);
  return measuring_->doing;
}

bool MeasuringJobs::stop(double seconds) {
  cancel_measuring();
  cancel_comparing();
  const auto begin = std::chrono::steady_clock::now();
  const bool is_measured = measures_.stop(seconds);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  return compares_.stop(std::max(seconds - passed.count(), 0.0)) && is_measured;
}

void MeasuringJobs::wait(double seconds) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [this] { return measured_.has_value() || compared_.has_value(); });
}

}  // namespace warplens::gui
