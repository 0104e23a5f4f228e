#include "sim/whatif/try_edit.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/named_element.hpp"
#include "sim/run/sequence_run.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::whatif {

namespace {

using SiteKey = std::tuple<uint32_t, uint32_t, code::Operation, uint32_t>;

// Which sites of the two programs are the same access of the text: of those with one place and
// operation (a function called twice) the first, the second, ...
class SameSites {
 public:
  SameSites(const code::Program& original, const code::Program& edited, const edit::Edit& edit)
      : originals_(edited.sites.size(), code::kNoSite), has_one_(original.sites.size(), false) {
    std::map<SiteKey, uint32_t> sites;
    std::map<std::tuple<uint32_t, uint32_t, code::Operation>, uint32_t> counts;
    for (uint32_t i = 0; i < original.sites.size(); ++i) {
      const code::AccessSite& site = original.sites[i];
      const uint32_t turn = counts[{site.span.begin, site.span.end, site.operation}]++;
      sites[{site.span.begin, site.span.end, site.operation, turn}] = i;
    }
    counts.clear();
    for (uint32_t i = 0; i < edited.sites.size(); ++i) {
      const code::AccessSite& site = edited.sites[i];
      const std::optional<base::Span> span = edit::original_place(edit, site.span);
      if (!span) continue;
      const uint32_t turn = counts[{span->begin, span->end, site.operation}]++;
      const auto found = sites.find({span->begin, span->end, site.operation, turn});
      if (found == sites.end()) continue;
      originals_[i] = found->second;
      has_one_[found->second] = true;
    }
  }
  uint32_t original(uint32_t site) const { return originals_[site]; }
  bool has_edited(uint32_t site) const { return has_one_[site]; }

 private:
  std::vector<uint32_t> originals_;  // by site of the edited program
  std::vector<bool> has_one_;        // by site of the original
};

bool holds(const trace::Access& access, uint32_t lane, const trace::Access& read, uint32_t of) {
  return access.space == read.space && access.bytes == read.bytes &&
         access.addresses[lane] == read.addresses[of];
}

// The lane whose store to what `read` loads remains; none: the step has no such store.
std::optional<uint32_t> storing_lane(const trace::Recording& recording, uint32_t step,
                                     const trace::Access& read, uint32_t of) {
  const trace::AccessHead& head = recording.heads[step];
  if (head.operation != trace::Operation::kStore || head.space != read.space) return std::nullopt;
  const trace::Access store = recording.at(step);
  std::optional<uint32_t> last;
  trace::for_each_storing_lane(store.mask, store.bytes, [&](uint32_t lane) {
    if (holds(store, lane, read, of)) last = lane;
  });
  return last;
}

// An atomic of the block changes later what `read` loads at the moment.
bool is_updated_later(const trace::Recording& recording, const FirstMoment& moment,
                      const trace::Access& read) {
  const trace::StepFilter atomics{.space = read.space, .operation = trace::Operation::kAtomic};
  for (auto step = recording.steps().next(moment.step, 1, atomics); step;
       step = recording.steps().next(*step, 1, atomics)) {
    const trace::Access atomic = recording.at(*step);
    for (uint32_t lanes = atomic.mask; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
      if (holds(atomic, lane, read, moment.lane)) return true;
    }
  }
  return false;
}

// Who stores the expected value after the moment, or has replaced it before.
std::optional<StaleRead> stale_read(const run::Run& run, const FirstMoment& moment) {
  const trace::Recording& recording = *run.recording;
  const trace::Access read = recording.at(moment.step);
  if (moment.is_elsewhere || read.operation != trace::Operation::kLoad) return std::nullopt;
  StaleRead stale;
  stale.element = run::named_element(run, read.space, read.addresses[moment.lane]);
  stale.bytes = read.bytes;
  const auto take = [&](uint32_t step, bool is_too_early, uint64_t bits) {
    const std::optional<uint32_t> lane = storing_lane(recording, step, read, moment.lane);
    if (!lane || recording.at(step).values[*lane] != bits) return false;
    stale.is_too_early = is_too_early;
    stale.writer = recording.heads[step].warp * trace::kWarpSize + *lane;
    stale.writer_step = step;
    return true;
  };
  const trace::StepFilter stores{.space = read.space, .operation = trace::Operation::kStore};
  for (const bool is_too_early : {true, false}) {
    const int direction = is_too_early ? 1 : -1;
    const uint64_t bits = is_too_early ? moment.expected : moment.found;
    for (auto step = recording.steps().next(moment.step, direction, stores); step;
         step = recording.steps().next(*step, direction, stores))
      if (take(*step, is_too_early, bits)) return stale;
    // What atomics have yet to do there was not replaced.
    if (is_too_early && is_updated_later(recording, moment, read)) return std::nullopt;
  }
  return std::nullopt;
}

PlaceEvent event_at(const run::Run& run, uint32_t step, uint32_t lane) {
  const trace::Access access = run.recording->at(step);
  const code::AccessSite& site = run.program->sites[access.site];
  return {access.operation == trace::Operation::kStore, access.warp * trace::kWarpSize + lane, step,
          observe::source_location(*run.program, site.span, site.frame).line, access.values[lane]};
}

// The load at `step` by `lane`, between the stores around it.
std::vector<PlaceEvent> events_around(const run::Run& run, uint32_t step, uint32_t lane) {
  std::vector<PlaceEvent> events;
  const trace::Recording& recording = *run.recording;
  const trace::Access read = recording.at(step);
  if (read.operation != trace::Operation::kLoad) return events;
  const auto add = [&](uint32_t at) {
    const std::optional<uint32_t> storing = storing_lane(recording, at, read, lane);
    if (storing) events.push_back(event_at(run, at, *storing));
    return storing.has_value();
  };
  for (uint32_t at = step; at-- > 0 && !add(at);) {
  }
  events.push_back(event_at(run, step, lane));
  for (uint32_t at = step + 1; at < recording.size() && !add(at); ++at) {
  }
  return events;
}

std::vector<size_t> new_findings(const run::Run& before, const run::Run& after) {
  std::set<std::tuple<observe::FindingKind, std::string, uint32_t>> known;
  for (const observe::Finding& finding : before.findings)
    known.insert({finding.kind, finding.file, finding.line});
  std::vector<size_t> added;
  for (size_t i = 0; i < after.findings.size(); ++i) {
    const observe::Finding& finding = after.findings[i];
    if (!known.contains({finding.kind, finding.file, finding.line})) added.push_back(i);
  }
  // What a guard or a barrier is for first: an access outside of its array, then other errors.
  const auto rank = [&](size_t i) {
    const observe::Finding& finding = after.findings[i];
    if (finding.severity != base::Severity::kError) return 2;
    return finding.kind == observe::FindingKind::kOutOfBounds ? 0 : 1;
  };
  std::stable_sort(added.begin(), added.end(),
                   [&](size_t one, size_t other) { return rank(one) < rank(other); });
  return added;
}

// What is in the text's edited part: an access of memory.
bool is_in(base::Span place, base::Span span) {
  return span.begin >= place.begin && span.end <= place.end;
}

constexpr size_t kMostUpdatedPlaces = 256;  // that are looked at, those with the most stores

// Of the places that the accesses in `place` store to, the updates of the one that loses most of
// them; where none is lost, of the one that has most.
std::optional<observe::UpdateChain> updates(const run::Run& run, base::Span place) {
  if (run.recording == nullptr) return std::nullopt;
  const trace::Recording& recording = *run.recording;
  std::map<observe::UpdatedPlace, uint64_t> counts;
  const uint32_t end = std::min(recording.size(), observe::kMostUpdateSteps);
  for (uint32_t step = 0; step < end; ++step) {
    const bool reads = recording.heads[step].operation == trace::Operation::kLoad;
    if (reads || !is_in(place, run.program->sites[recording.heads[step].site].span)) continue;
    const trace::Access access = recording.at(step);
    for (uint32_t left = access.mask; left != 0; left &= left - 1)
      ++counts[{access.space, access.addresses[std::countr_zero(left)]}];
  }
  std::vector<std::pair<uint64_t, observe::UpdatedPlace>> most;
  for (const auto& [at, count] : counts) {
    if (count >= 2) most.emplace_back(count, at);
  }
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (most.size() > kMostUpdatedPlaces) most.resize(kMostUpdatedPlaces);
  std::vector<observe::UpdatedPlace> places;
  for (const auto& [count, at] : most) places.push_back(at);
  std::vector<observe::UpdateChain> chains =
      observe::update_chains(*run.program, recording, places);
  const auto worst =
      std::max_element(chains.begin(), chains.end(),
                       [](const auto& a, const auto& b) { return a.lost() < b.lost(); });
  if (worst == chains.end()) return std::nullopt;
  return std::move(*worst);
}

bool ends_otherwise(const run::Runs& before, const run::Runs& after) {
  return before.back()->ending != after.back()->ending ||
         !differences(*before.back(), *after.back()).empty();
}

// Only how it ends is looked at.
prepare::Request quick(prepare::Request request, const launch::Schedule& schedule) {
  request.record = request.keeps_contents = false;
  request.launch.checks = launch::kNoChecks;
  request.launch.schedule = schedule;
  return request;
}

prepare::Request under(prepare::Request request, const launch::Schedule& schedule) {
  request.launch.schedule = schedule;
  return request;
}

// The block to look at: that of the first new race, else the request's.
trace::BlockId block_to_show(const EditResults& results) {
  const run::Run& after = *results.after.back();
  for (const size_t index : results.new_findings) {
    const observe::Finding& finding = after.findings[index];
    if (finding.is_race()) return finding.block;
  }
  return after.request.recorded_block;
}

void compare_recordings(EditResults& results) {
  results.events_before.clear();
  results.events_after.clear();
  const run::Run& before = *results.before.back();
  const run::Run& after = *results.after.back();
  const edit::Edit& edit = results.edit;
  if (before.recording == nullptr || after.recording == nullptr) return;
  if (results.before.size() != results.after.size()) return;  // of another launch
  if (edit.change == edit::Change::kNoPadding) return;        // its addresses are others
  const SameSites same(*before.program, *after.program, edit);
  results.first_moment = first_moment(
      *before.recording, *after.recording, [&](uint32_t site) { return same.original(site); },
      [&](uint32_t site) { return same.has_edited(site); });
  if (results.first_moment) {
    const FirstMoment& moment = *results.first_moment;
    results.stale_read = stale_read(after, moment);
    if (!moment.is_elsewhere) {
      results.events_before = events_around(before, moment.expected_step, moment.lane);
      results.events_after = events_around(after, moment.step, moment.lane);
    }
  }
  if (edit.change != edit::Change::kNoAtomic && edit.change != edit::Change::kAtomicAdd) return;
  // The text without the atomic chooses the place: that is where updates are lost.
  const auto size = static_cast<uint32_t>(edit.text.size());
  const bool is_cure = edit.change == edit::Change::kAtomicAdd;
  std::optional<observe::UpdateChain> losing =
      is_cure ? updates(before, edit.place)
              : updates(after, {edit.place.begin, edit.place.begin + size});
  if (!losing) return;
  const run::Run& other = is_cure ? after : before;
  observe::UpdateChain kept =
      observe::update_chain(*other.program, *other.recording, losing->space, losing->address);
  (is_cure ? results.updates_before : results.updates_after) = std::move(*losing);
  (is_cure ? results.updates_after : results.updates_before) = std::move(kept);
}

// What a run was when it was interrupted is no answer to what the edit changes.
bool is_cancelled(const run::Runs& runs) {
  return runs.back()->ending == run::Ending::kCancelled;
}

base::Diagnostics cancelled() {
  return {base::placeless(say("interrupted before both texts were run"), "")};
}

// Which of several launches of the given request the last run is of, from 1.
std::optional<uint32_t> launch_number(const prepare::Request& given, const run::Runs& runs) {
  const run::Run& run = *runs.back();
  if (run.reached != nullptr && run.reached->all_launches > 1)
    return run.request.program->launch + 1;
  if (run.reached == nullptr && !given.launch.then.empty())
    return static_cast<uint32_t>(runs.size());
  return std::nullopt;
}

// Why a program with the edit is not held against the one as written; empty: it reaches a launch of
// the same kernel there.
base::Diagnostics why_not_reached(const prepare::Request& edited, const EditResults& results) {
  if (!edited.program) return {};
  const base::Checked<std::shared_ptr<const prepare::ReachedProgram>> program =
      edited.reached->of(edited);
  if (!program) return program.error();
  const std::vector<prepare::ReachedLaunch>& launches = (*program)->launches;
  const uint32_t index = edited.program->launch;
  if (index >= launches.size())
    return {base::placeless(unreached_sentence(results.edit, index, launches.size()))};
  const std::string& written = results.before.back()->request.launch.kernel;
  if (launches[index].kernel != written)
    return {base::placeless(
        other_kernel_sentence(results.edit, index, launches[index].kernel, written))};
  return {};
}

}  // namespace

bool EditResults::ends_otherwise() const {
  return !differences.empty() || before.back()->ending != after.back()->ending;
}

EditRuns::EditRuns(const prepare::Request& request, const edit::Edit& edit,
                   std::optional<uint32_t> launch)
    : given_(request),
      request_(beside(launch ? prepare::up_to_launch(request, *launch) : request)),
      first_(run::Runs()),
      written_(run::Runs()) {
  if (request_.program && request_.reached == nullptr)
    request_.reached = std::make_shared<prepare::ReachedPrograms>();
  results_.edit = edit;
  queue(request_, [this](base::Checked<run::Runs> runs) { take_written(std::move(runs)); });
}

base::Checked<EditResults> EditRuns::take() {
  if (!errors_.empty()) return base::fail(std::move(errors_));
  return std::move(results_);
}

void EditRuns::queue(const prepare::Request& request, Then then) {
  work_.add_part(std::make_shared<run::SequenceRun>(request),
                 [then = std::move(then)](run::SequenceRun& run) { then(run.take()); });
}

void EditRuns::take_written(base::Checked<run::Runs> runs) {
  if (!runs || is_cancelled(*runs)) {
    errors_ = runs ? cancelled() : runs.error();
    return;
  }
  results_.before = std::move(*runs);
  results_.launch = launch_number(given_, results_.before);
  const base::SourceFile& file = results_.before.back()->program->unit->file;
  results_.line = file.line_of(results_.edit.place.begin);
  results_.edited_text = edit::apply(file, results_.edit);
  edited_ = request_;
  edited_.file = base::SourceFile(file.name(), results_.edited_text);
  errors_ = why_not_reached(edited_, results_);
  if (errors_.empty())
    queue(edited_, [this](base::Checked<run::Runs> first) { take_first(std::move(first)); });
}

// Where they come out the same, both texts run under other schedules, until they differ.
void EditRuns::take_first(base::Checked<run::Runs> runs) {
  // What a text with a race leaves under another schedule says nothing about the edit.
  const bool is_enough = !runs || ends_otherwise(results_.before, *runs) ||
                         race_in(results_.before) != nullptr ||
                         results_.edit.change == edit::Change::kNoPadding;
  if (is_enough) return take_edited(std::move(runs));
  first_ = std::move(runs);
  schedules_ = schedules_to_try(results_.before, kSchedulesOfAnEdit);
  try_next_schedule();
}

void EditRuns::try_next_schedule() {
  if (next_schedule_ == schedules_.size()) return take_edited(std::move(first_));
  const launch::Schedule& schedule = schedules_[next_schedule_++];
  ++results_.tried;
  queue(quick(request_, schedule),
        [this](base::Checked<run::Runs> runs) { written_ = std::move(runs); });
  queue(quick(edited_, schedule),
        [this, &schedule](const base::Checked<run::Runs>& runs) { take_tried(schedule, runs); });
}

void EditRuns::take_tried(const launch::Schedule& schedule,
                          const base::Checked<run::Runs>& edited) {
  if (!written_ || !edited || is_cancelled(*edited)) return take_edited(std::move(first_));
  if (!ends_otherwise(*written_, *edited)) return try_next_schedule();
  queue(under(request_, schedule),
        [this](base::Checked<run::Runs> runs) { written_ = std::move(runs); });
  queue(under(edited_, schedule), [this](base::Checked<run::Runs> runs) {
    if (!written_ || !runs) return take_edited(std::move(first_));
    results_.before = std::move(*written_);
    take_edited(std::move(runs));
  });
}

void EditRuns::take_edited(base::Checked<run::Runs> runs) {
  if (!runs || is_cancelled(*runs)) {
    errors_ = runs ? cancelled() : runs.error();
    return;
  }
  results_.after = std::move(*runs);
  results_.new_findings = new_findings(*results_.before.back(), *results_.after.back());
  results_.differences = differences(*results_.before.back(), *results_.after.back());
  if (!results_.differences.empty())
    results_.ended =
        ended_array(*results_.before.back(), *results_.after.back(), results_.differences.front());
  // The block that is looked at already, if it shows what comes too early.
  compare_recordings(results_);
  if (!results_.stale_read) show_block();
}

// Both run once more where another block is to be looked at.
void EditRuns::show_block() {
  const trace::BlockId block = block_to_show(results_);
  if (block == results_.after.back()->request.recorded_block) return;
  const launch::Schedule schedule = results_.after.front()->request.launch.schedule;
  prepare::Request one = under(request_, schedule), two = under(edited_, schedule);
  one.recorded_block = two.recorded_block = block;
  queue(one, [this](base::Checked<run::Runs> runs) { written_ = std::move(runs); });
  queue(two, [this](base::Checked<run::Runs> runs) {
    if (!written_ || !runs || written_->size() != runs->size()) return;
    results_.before = std::move(*written_);
    results_.after = std::move(*runs);
    // Some findings are those of the recorded block.
    results_.new_findings = new_findings(*results_.before.back(), *results_.after.back());
    compare_recordings(results_);
  });
}

base::Checked<EditResults> try_edit(prepare::Request given, const edit::Edit& edit,
                                    std::optional<uint32_t> launch) {
  EditRuns runs(given, edit, launch);
  return base::whole(runs, given.cancelled);
}

}  // namespace warplens::whatif
