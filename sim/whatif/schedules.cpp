#include "sim/whatif/schedules.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "sim/run/named_element.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::whatif {

namespace {

constexpr uint64_t kComparedAtOnce = uint64_t{1} << 20;  // [bytes]

// Compares the bytes from `at` to `stop`, which are on one page of each.
void compare_part(const machine::GlobalArray& expected, const machine::GlobalArray& found,
                  uint64_t at, uint64_t stop, ArrayDifference& result) {
  const base::PagedBytes::View one = expected.bytes.view(at), other = found.bytes.view(at);
  const std::byte *a = one.bytes + (at - one.begin), *b = other.bytes + (at - other.begin);
  // A page that neither run has written is one and the same.
  if (a == b || std::memcmp(a, b, stop - at) == 0) return;
  const uint64_t size = base::size_of(result.element);
  for (; at < stop; at += size, a += size, b += size) {
    if (std::memcmp(a, b, size) == 0) continue;
    if (result.count++ != 0) continue;
    result.first = at / size;
    result.first_text = run::element_text(
        expected.name, expected.struct_name.empty() ? expected.extents : std::vector<uint64_t>{},
        result.first);
    std::memcpy(&result.expected, a, size);
    std::memcpy(&result.found, b, size);
  }
}

// The block in which a race was found, or the request's.
prepare::Request recorded(prepare::Request request, const run::Run& run,
                          const std::optional<size_t>& finding) {
  request.record = true;
  if (finding) {
    const observe::Finding& race = run.findings[*finding];
    request.recorded_block = race.block;
  }
  return request;
}

std::optional<FirstMoment> first_moment_of(const base::Checked<run::Runs>& found,
                                           const run::Runs& expected) {
  if (!found) return std::nullopt;
  const run::Run& one = *expected.back();
  const run::Run& two = *(*found).back();
  if (one.recording == nullptr || two.recording == nullptr) return std::nullopt;
  return first_moment(
      *one.recording, *two.recording, [](uint32_t site) { return site; },
      [](uint32_t) { return true; });
}

// An error rather than a hint.
std::optional<size_t> race_among(const std::vector<observe::Finding>& findings) {
  std::optional<size_t> best;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!findings[i].is_race()) continue;
    if (findings[i].severity == base::Severity::kError) return i;
    if (!best) best = i;
  }
  return best;
}

}  // namespace

ArrayDifferences::ArrayDifferences(const run::Run& expected, const run::Run& found)
    : expected_(expected.memory_after->get()), found_(found.memory_after->get()) {
  if (expected_ != nullptr && found_ != nullptr) begin_array();
}

void ArrayDifferences::begin_array() {
  if (next_ >= std::min(expected_->array_count(), found_->array_count())) {
    expected_ = nullptr;
    return;
  }
  const machine::GlobalArray& array = expected_->array(next_);
  of_array_ = {};
  of_array_.array = array.name;
  of_array_.element = array.struct_name.empty() ? array.element : base::Scalar::kUInt;
  const uint64_t size = base::size_of(of_array_.element);
  at_ = 0;
  end_ = std::min(array.bytes.size(), found_->array(next_).bytes.size()) / size * size;
}

base::Progress ArrayDifferences::advance(base::Slice& slice) {
  constexpr uint64_t kSame = 256, kOther = 16;  // [bytes] that take as long as a warp instruction
  while (expected_ != nullptr && found_ != nullptr) {
    if (slice.is_over()) return base::Progress::kMore;
    const machine::GlobalArray &one = expected_->array(next_), &other = found_->array(next_);
    if (at_ < end_) {
      const uint64_t stop = std::min(
          {one.bytes.view(at_).end, other.bytes.view(at_).end, end_, at_ + kComparedAtOnce});
      const uint64_t before = of_array_.count;
      compare_part(one, other, at_, stop, of_array_);
      slice.spend((stop - at_) / (of_array_.count == before ? kSame : kOther) + 1);
      at_ = stop;
      continue;
    }
    if (of_array_.count != 0) all_.push_back(std::move(of_array_));
    ++next_;
    begin_array();
  }
  return base::Progress::kDone;
}

std::vector<ArrayDifference> differences(const run::Run& expected, const run::Run& found) {
  ArrayDifferences comparison(expected, found);
  return base::whole(comparison);
}

const observe::Finding* race_in(const run::Runs& runs) {
  for (const std::shared_ptr<const run::Run>& run : runs) {
    for (const observe::Finding& finding : run->findings) {
      if (finding.is_race() && finding.severity == base::Severity::kError) return &finding;
    }
  }
  return nullptr;
}

prepare::Request beside(prepare::Request request) {
  request.starts_budget = 0;
  request.also_count.clear();
  return request;
}

uint32_t ScheduleResults::different(run::Ending expected) const {
  return static_cast<uint32_t>(
      std::count_if(tried.begin(), tried.end(), [&](const ScheduleResult& result) {
        return result.ending != expected || !result.differences.empty();
      }));
}

std::vector<launch::Schedule> schedules_to_try(const run::Runs& runs, uint32_t count) {
  const bool has_independent_lanes = !runs.front()->device.runs_in_lockstep() &&
                                     std::all_of(runs.begin(), runs.end(), [](const auto& run) {
                                       return run->program->subroutines.empty();
                                     });
  std::vector<launch::Schedule> schedules;
  const launch::Schedule& given = runs.front()->request.launch.schedule;
  for (uint64_t round = 0; schedules.size() < count; ++round) {
    launch::Schedule schedule = given;
    schedule.order = round == 0   ? launch::Order::kAdversarial
                     : round == 1 ? launch::Order::kRoundRobin
                                  : launch::Order::kRandom;
    schedule.seed = round < 2 ? 0 : round - 1;
    schedules.push_back(schedule);
    if (!has_independent_lanes || given.independent_lanes || schedules.size() == count) continue;
    schedule.independent_lanes = true;
    schedules.push_back(schedule);
  }
  return schedules;
}

ScheduleTrials::ScheduleTrials(const prepare::Request& request, run::Runs runs, uint32_t count)
    : request_(beside(request)), runs_(std::move(runs)) {
  request_.record = request_.keeps_contents = false;
  // The same store as the run's, which keeps its contents.
  request_.launch.checks = launch::kNoChecks;
  for (const launch::Schedule& schedule : schedules_to_try(runs_, count)) {
    work_.add_step([this, schedule] {
      if (!is_cancelled_ && errors_.empty()) try_one(schedule);
    });
  }
  work_.add_step([this] {
    if (!is_cancelled_ && errors_.empty()) look_for_first_moment();
  });
}

base::Progress ScheduleTrials::advance(base::Slice& slice) {
  is_cancelled_ = is_cancelled_ || slice.is_cancelled();
  return work_.advance(slice);
}

void ScheduleTrials::try_one(const launch::Schedule& schedule) {
  request_.launch.schedule = schedule;
  work_.add_part(std::make_shared<run::SequenceRun>(request_), [=, this](run::SequenceRun& run) {
    const base::Checked<run::Runs> made = run.take();
    if (!made) {
      errors_ = made.error();
      return;
    }
    const run::Run& found = *(*made).back();
    is_cancelled_ = is_cancelled_ || found.ending == run::Ending::kCancelled;
    if (is_cancelled_) return;
    results_.tried.push_back({schedule, found.ending, {}});
    work_.add_part(
        std::make_shared<ArrayDifferences>(*runs_.back(), found),
        [this](ArrayDifferences& arrays) { results_.tried.back().differences = arrays.take(); });
  });
}

// Both are run once more, recorded.
void ScheduleTrials::look_for_first_moment() {
  const auto first = std::find_if(results_.tried.begin(), results_.tried.end(),
                                  [](const auto& result) { return !result.differences.empty(); });
  if (first == results_.tried.end()) return;
  results_.explained_by = race_among(runs_.back()->findings);
  prepare::Request again = recorded(request_, *runs_.back(), results_.explained_by);
  again.launch.schedule = runs_.front()->request.launch.schedule;
  work_.add_part(std::make_shared<run::SequenceRun>(again), [this](run::SequenceRun& run) {
    if (base::Checked<run::Runs> made = run.take()) expected_ = std::move(*made);
  });
  again.launch.schedule = first->schedule;
  work_.add_part(std::make_shared<run::SequenceRun>(again), [this](run::SequenceRun& run) {
    const base::Checked<run::Runs> found = run.take();
    if (expected_) results_.first_moment = first_moment_of(found, *expected_);
  });
}

base::Checked<ScheduleResults> ScheduleTrials::take() {
  if (!errors_.empty()) return base::fail(std::move(errors_));
  return std::move(results_);
}

base::Checked<ScheduleResults> try_schedules(const prepare::Request& request, const run::Runs& runs,
                                             uint32_t count) {
  ScheduleTrials trials(request, runs, count);
  return base::whole(trials, request.cancelled);
}

}  // namespace warplens::whatif
