// A job owns what it needs; the measurer's two halves each belong to one kind of job.
#include "app/session/measuring/measuring_jobs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

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
  return run::is_cut(run.ending) ? label("more steps than a sweep simulates")
         : run.ending == run::Ending::kTrapped
             ? label("an assert, a trap or a refused copy ended it")
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

// As a sweep's point executes it.
prepare::Request point_request(const Launches& launches) {
  prepare::Request request = launches.request;
  request.record = false;
  uint64_t& limit = request.launch.step_limit;
  limit = limit == 0 ? kSweepStepLimit : std::min(limit, kSweepStepLimit);
  return request;
}

measure::Problem internal(const std::string& why) {
  return {measure::ProblemKind::kInternal, why};
}

}  // namespace

measure::WaitOptions MeasuringJobs::Doing::wait_options(const std::atomic<bool>& cancelled) {
  measure::WaitOptions wait;
  wait.cancelled = &cancelled;
  wait.progress = [this](double done, const std::string& what) {
    const std::lock_guard lock(mutex);
    share = done;
    words = what;
  };
  return wait;
}

MeasuringJobs::MeasuringJobs(Executor& executor, std::shared_ptr<Measurer> measurer)
    : executor_(executor), measurer_(std::move(measurer)) {}

template <class Do, class Fail>
void MeasuringJobs::measure(Do work, Fail fail) {
  WL_ASSERT(!is_measuring(), "one measurement at a time");
  doing_ = std::make_shared<Doing>();
  const auto step = [this, doing = doing_, work = std::move(work)](Executor::Ticket& ticket) {
    const auto done = std::make_shared<MeasuredDone>(work(*doing, ticket.cancelled()));
    ticket.post([this, done] { measured_ = std::move(*done); });
  };
  executor_.submit(JobKind::kMeasuring, Executor::whole(step, [this, fail](const std::string& why) {
                     measured_ = MeasuredDone(fail(why));
                   }));
}

template <class Do, class Fail>
void MeasuringJobs::compare(Do work, Fail fail) {
  WL_ASSERT(!is_comparing(), "one comparison at a time");
  const auto step = [this, measurer = measurer_, work = std::move(work)](Executor::Ticket& ticket,
                                                                         base::Slice& slice) {
    if (measurer->read_recordings(slice) == base::Progress::kMore || slice.is_over())
      return base::Progress::kMore;
    std::optional<ComparedDone> result = work(slice);
    if (!result) return base::Progress::kMore;
    const auto done = std::make_shared<ComparedDone>(std::move(*result));
    ticket.post([this, done] { compared_ = std::move(*done); });
    return base::Progress::kDone;
  };
  executor_.submit(JobKind::kComparing, {step, [this, fail](const std::string& why) {
                                           compared_ = ComparedDone(fail(why));
                                         }});
}

void MeasuringJobs::start_machine() {
  measure(
      [measurer = measurer_](Doing& doing, const std::atomic<bool>& cancelled) {
        return MachineDone{measurer->machine(doing.wait_options(cancelled))};
      },
      [](const std::string& why) { return MachineDone{base::fail(internal(why))}; });
}

void MeasuringJobs::start_launch(Launches launches) {
  auto shared = std::make_shared<Launches>(std::move(launches));
  measure(
      [measurer = measurer_, shared](Doing& doing, const std::atomic<bool>& cancelled) {
        prepare::Request request = shared->request;
        request.cancelled = &cancelled;
        if (shared->runs.empty()) {
          const auto runs = run::run_sequence(request);
          if (runs) shared->runs = *runs;
        }
        return LaunchDone{
            measurer->measure_launch(request, shared->runs, doing.wait_options(cancelled))};
      },
      [](const std::string& why) { return LaunchDone{base::fail(internal(why))}; });
}

void MeasuringJobs::start_access(const measure::WarpAccess& access) {
  measure(
      [measurer = measurer_, access](Doing& doing, const std::atomic<bool>& cancelled) {
        return AccessDone{measurer->measure_access(access, doing.wait_options(cancelled))};
      },
      [](const std::string& why) { return AccessDone{base::fail(internal(why))}; });
}

void MeasuringJobs::start_comparison(uint64_t shown, Launches now, Launches before,
                                     Measurements measurements) {
  auto both = std::make_shared<std::pair<Launches, Launches>>(std::move(now), std::move(before));
  const auto work = [measurer = measurer_, shown, both,
                     measurements = std::move(measurements)](const base::Slice& slice) {
    const std::atomic<bool>& cancelled = *slice.cancelled();
    both->first.request.cancelled = both->second.request.cancelled = &cancelled;
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
    done.was_cancelled = cancelled;
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
  const auto sequence = std::make_shared<std::unique_ptr<run::SequenceRun>>();
  const auto work = [measurer = measurer_, sweep, series, point, launch, values, launches, sequence,
                     measurements = std::move(measurements)](
                        base::Slice& slice) -> std::optional<SweepPointDone> {
    launches->request.cancelled = slice.cancelled();
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
    if (*sequence == nullptr)
      *sequence = std::make_unique<run::SequenceRun>(point_request(*launches));
    if ((*sequence)->advance(slice) == base::Progress::kMore) return std::nullopt;
    const auto runs = (*sequence)->take();
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
                     measurements = std::move(measurements)](const base::Slice&) {
    const auto other = measurer->key_of(both->second.request);
    const auto key = is_alone ? other : measurer->key_of(both->first.request);
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
                     measurements = std::move(measurements)](const base::Slice&) {
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

float MeasuringJobs::share() const {
  if (!is_measuring()) return 0;
  const std::lock_guard lock(doing_->mutex);
  return static_cast<float>(doing_->share);
}

std::string MeasuringJobs::doing() const {
  if (!is_measuring()) return "";
  const std::lock_guard lock(doing_->mutex);
  return doing_->words;
}

}  // namespace warplens::gui
