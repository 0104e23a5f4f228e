// As in questions.cpp, a belief's answer is worked out of the same run as the truth.
#include "app/scene/questions/run_questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/scene/words/sentence_parts.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::scene {
namespace {

using base::grouped;

constexpr uint32_t kMostStepsAhead = 20'000;
constexpr uint32_t kMostStepsOfABarrier = 4'096;  // before it, and as many behind it
constexpr uint64_t kManyLanes = 16;               // a request, of accesses that can be judged

// Collects choices, in an order of their own.
class ChoiceList {
 public:
  explicit ChoiceList(std::string text) { question_.text = std::move(text); }
  // Not again what is a choice already.
  void add(std::pair<uint64_t, uint64_t> place, Choice choice) {
    for (const auto& [other, one] : choices_) {
      if (one.text == choice.text) return;
    }
    choices_.emplace_back(place, std::move(choice));
  }
  // None without a second choice.
  std::optional<Question> finish() && {
    if (choices_.size() < 2) return std::nullopt;
    std::stable_sort(choices_.begin(), choices_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [place, choice] : choices_) question_.choices.push_back(std::move(choice));
    return std::move(question_);
  }

 private:
  Question question_;
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, Choice>> choices_;
};

constexpr uint64_t kLast = ~uint64_t{0};

std::string line_text(const std::string& file, uint32_t line) {
  return file.empty() ? say("line {line}", "line"_a = line)
                      : say("{file} line {line}", "file"_a = file, "line"_a = line);
}

std::string access_text(const run::Run& run, const observe::AccessRow& row) {
  const std::string text(run.program->unit->file.slice(row.span));
  return row.file.empty() ? say("line {line}: {access}", "line"_a = row.line, "access"_a = text)
                          : say("{file} line {line}: {access}", "file"_a = row.file,
                                "line"_a = row.line, "access"_a = text);
}

std::string element_at(const std::vector<Array>& arrays, trace::Space space, uint64_t address) {
  const auto place = find_element(arrays, space, address);
  return place ? element_name(arrays[place->array], place->element) : "";
}

// --- The element that is used next ---------------------------------------------------------------

// Where the lane of the warp is at the same place of the text again.
std::optional<uint32_t> step_again(const trace::Recording& recording, const Moment& moment) {
  const auto again = recording.steps().next(
      moment.step, 1,
      {.warp = moment.access.warp, .site = moment.access.site, .lanes = 1u << moment.lane});
  return again && *again - moment.step < kMostStepsAhead ? again : std::nullopt;
}

std::string next_question_text(const Moment& moment, const std::string& element) {
  switch (moment.access.operation) {
    case trace::Operation::kLoad:
      return say("Lane {lane} reads {element} here. Which element does it read here next?",
                 "lane"_a = moment.lane, "element"_a = element);
    case trace::Operation::kStore:
      return say("Lane {lane} stores to {element} here. To which element does it store here next?",
                 "lane"_a = moment.lane, "element"_a = element);
    case trace::Operation::kAtomic:
    case trace::Operation::kCopy:
      break;
  }
  return say("Lane {lane} updates {element} here. Which element does it update here next?",
             "lane"_a = moment.lane, "element"_a = element);
}

// How far the next element is: "rows +1, columns +0".
std::string step_words(const std::string& from, const std::string& to, int64_t rows,
                       int64_t columns, bool has_rows) {
  return has_rows ? say("From {from} it goes to {to}: rows {rows:+}, columns {columns:+}.",
                        "from"_a = from, "to"_a = to, "rows"_a = rows, "columns"_a = columns)
                  : say("From {from} it goes to {to}: elements {count:+}.", "from"_a = from,
                        "to"_a = to, "count"_a = columns);
}

std::optional<Question> next_question(const run::Run& run, const std::vector<Array>& arrays,
                                      const Moment& moment) {
  const LaneRow& row = moment.lanes[moment.lane];
  if (moment.access.warp != moment.warp || !row.active || row.out_of_bounds) return std::nullopt;
  const auto step = step_again(*run.recording, moment);
  if (!step) return std::nullopt;
  const trace::Access next = run.recording->at(*step);
  const auto here = find_element(arrays, next.space, row.address);
  const auto there = find_element(arrays, next.space, next.addresses[moment.lane]);
  if (!here || !there || here->array != there->array) return std::nullopt;
  const Array& array = arrays[here->array];
  const auto pitch = static_cast<int64_t>(
      array.row_length > 0 ? array.row_length
                           : (array.extents.size() > 1 ? array.extents.back() : array.count()));
  const auto now = static_cast<int64_t>(here->element), then = static_cast<int64_t>(there->element);
  const int64_t rows = then / pitch - now / pitch, columns = then % pitch - now % pitch;
  const std::string now_name = element_name(array, here->element),
                    then_name = element_name(array, there->element);
  ChoiceList list(next_question_text(moment, now_name));
  const std::string why =
      step_words(now_name, then_name, rows, columns, uint64_t(pitch) < array.count());
  const auto add = [&](int64_t element, Belief belief) {
    if (element < 0 || static_cast<uint64_t>(element) >= array.count()) return;
    const auto index = static_cast<uint64_t>(element);
    const bool is_right = belief == Belief::kNone;
    list.add({index, 0}, {element_name(array, index), belief, is_right ? "" : why,
                          is_right ? 0 : 1u << moment.lane});
  };
  add(then, Belief::kNone);
  const int64_t swapped_row = now / pitch + columns, swapped_column = now % pitch + rows;
  if (swapped_column >= 0 && swapped_column < pitch)
    add(swapped_row * pitch + swapped_column, Belief::kAxesSwapped);
  const uint32_t beside = moment.lane + 1 < trace::kWarpSize ? moment.lane + 1 : moment.lane - 1;
  if (moment.lanes[beside].active && !moment.lanes[beside].out_of_bounds)
    add(static_cast<int64_t>(moment.lanes[beside].element), Belief::kLanesWalk);
  add(now + 1, Belief::kNeighbourIsNext);
  add(now, Belief::kStaysThere);
  return std::move(list).finish();
}

// --- Which of two coalesces ----------------------------------------------------------------------

enum class Coalescing : uint8_t { kUnclear, kYes, kNo };

// Of accesses that most lanes take part in.
Coalescing coalescing_of(const observe::AccessRow& row) {
  const observe::GlobalTotal& total = row.global;
  if (row.space != trace::Space::kGlobal || row.operation == trace::Operation::kAtomic ||
      total.requests == 0 || row.lanes < total.requests * kManyLanes)
    return Coalescing::kUnclear;
  // One element for all lanes is a broadcast.
  if (total.bytes_used < total.requests * kManyLanes * 2) return Coalescing::kUnclear;
  if (total.sectors == total.ideal_sectors) return Coalescing::kYes;
  return total.sectors >= 2 * total.ideal_sectors ? Coalescing::kNo : Coalescing::kUnclear;
}

// Two lanes of the access that are in different sectors although they are beside each other.
struct Apart {
  uint32_t one = 0, other = 0;
  uint64_t bytes = 0;
};
std::optional<Apart> lanes_apart(const trace::Access& access) {
  const std::vector<uint32_t> lanes = lanes_of(access.mask & ~access.out_of_bounds);
  for (size_t i = 1; i < lanes.size(); ++i) {
    const uint64_t a = access.addresses[lanes[i - 1]], b = access.addresses[lanes[i]];
    const uint64_t bytes = a < b ? b - a : a - b;
    if (bytes > access.bytes && a / model::kSectorBytes != b / model::kSectorBytes)
      return Apart{lanes[i - 1], lanes[i], bytes};
  }
  return std::nullopt;
}

// Whether a thread's next element is beside the one before.
bool walks_along(const trace::Access& one, const trace::Access& next) {
  const std::vector<uint32_t> lanes = lanes_of(one.mask & next.mask);
  return !lanes.empty() && next.addresses[lanes[0]] == one.addresses[lanes[0]] + one.bytes;
}

bool has_site(const observe::AccessRow& row, uint32_t site) {
  return std::find(row.sites.begin(), row.sites.end(), site) != row.sites.end();
}

// --- Which line is the worst ---------------------------------------------------------------------

struct LineCost {
  std::string file;
  uint32_t line = 0;
  uint64_t requests = 0, paid = 0, waste = 0;
  uint64_t loads = 0;  // of the requests
  std::string text() const { return line_text(file, line); }
};

std::vector<LineCost> costs_of_lines(const run::Run& run, trace::Space space) {
  std::vector<LineCost> lines;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.space != space) continue;
    auto at = std::find_if(lines.begin(), lines.end(), [&](const LineCost& one) {
      return one.file == row.file && one.line == row.line;
    });
    if (at == lines.end()) at = lines.insert(lines.end(), {row.file, row.line});
    const bool is_shared = space == trace::Space::kShared;
    const uint64_t requests = is_shared ? row.shared.requests : row.global.requests;
    at->requests += requests;
    at->paid += is_shared ? row.shared.wavefronts : row.global.sectors;
    at->waste += is_shared ? row.shared.conflicts : row.global.sectors - row.global.ideal_sectors;
    if (row.operation == trace::Operation::kLoad) at->loads += requests;
  }
  return lines;
}

std::string cost_words(const LineCost& line, const LineCost& worst, bool is_shared) {
  return is_shared
             ? say("{line}: {paid} wavefronts, {waste} of them excessive; {worst}: {most} "
                   "excessive.",
                   "line"_a = line.text(), "paid"_a = grouped(line.paid),
                   "waste"_a = grouped(line.waste), "worst"_a = worst.text(),
                   "most"_a = grouped(worst.waste))
             : say("{line}: {paid} sectors, {waste} of them excessive; {worst}: {most} excessive.",
                   "line"_a = line.text(), "paid"_a = grouped(line.paid),
                   "waste"_a = grouped(line.waste), "worst"_a = worst.text(),
                   "most"_a = grouped(worst.waste));
}

std::optional<Question> worst_question(const run::Run& run, trace::Space space) {
  const bool is_shared = space == trace::Space::kShared;
  if (space == trace::Space::kConstant || (is_shared && !run.is_counted)) return std::nullopt;
  const std::vector<LineCost> lines = costs_of_lines(run, space);
  // The first that nothing is greater than.
  const auto most = [&](const auto& measure) {
    return std::max_element(lines.begin(), lines.end(), [&](const LineCost& a, const LineCost& b) {
      return measure(a) < measure(b);
    });
  };
  const auto worst = most([](const LineCost& line) { return line.waste; });
  if (worst == lines.end() || worst->waste == 0) return std::nullopt;
  if (std::count_if(lines.begin(), lines.end(),
                    [&](const LineCost& line) { return line.waste == worst->waste; }) > 1)
    return std::nullopt;
  ChoiceList list(is_shared ? say("Which line has the most excessive wavefronts in this run?")
                            : say("Which line has the most excessive sectors in this run?"));
  const auto add = [&](auto line, Belief belief) {
    const bool is_right = line == worst;
    if (is_right != (belief == Belief::kNone)) return;
    list.add({line->line, 0},
             {line->text(), belief, is_right ? "" : cost_words(*line, *worst, is_shared), 0});
  };
  add(worst, Belief::kNone);
  const auto busiest = most([](const LineCost& line) { return line.requests; });
  if (busiest->requests > worst->requests) add(busiest, Belief::kBusiestIsWorst);
  add(most([](const LineCost& line) {
        return static_cast<double>(line.paid) /
               static_cast<double>(std::max<uint64_t>(line.requests, 1));
      }),
      Belief::kSteepestIsWorst);
  const auto loads = most([](const LineCost& line) { return line.loads; });
  if (loads->loads > 0) add(loads, Belief::kOnlyLoadsCost);
  const auto stores = most([](const LineCost& line) { return line.requests - line.loads; });
  if (stores->requests > stores->loads) add(stores, Belief::kOnlyStoresCost);
  return std::move(list).finish();
}

// --- Which barrier can go ------------------------------------------------------------------------

struct Use {
  uint32_t thread = 0;
  bool is_load = false;
};

// Two threads that use a place in the interval and in the next one; by that alone the barrier
// between them is needed.
class MeetingSearch {
 public:
  MeetingSearch(const trace::Recording& recording, const std::vector<Array>& arrays)
      : recording_(recording), arrays_(arrays) {}

  std::optional<Meeting> between(uint32_t interval) const {
    if (interval >= recording_.releases.size()) return std::nullopt;
    const uint32_t begin = interval == 0 ? 0 : recording_.releases[interval - 1];
    const uint32_t middle = recording_.releases[interval];
    const uint32_t end = interval + 1 < recording_.releases.size()
                             ? recording_.releases[interval + 1]
                             : recording_.size();
    std::map<std::pair<trace::Space, uint64_t>, std::vector<Use>> uses;  // by space and address
    each_use(begin, std::min(middle, begin + kMostStepsOfABarrier),
             [&](trace::Space space, uint64_t address, Use use) {
               std::vector<Use>& here = uses[{space, address}];
               const bool is_known = std::any_of(here.begin(), here.end(), [&](const Use& one) {
                 return one.is_load == use.is_load;
               });
               if (!is_known || here.size() < kFewUses) here.push_back(use);
               return true;
             });
    std::optional<Meeting> found;
    each_use(middle, std::min(end, middle + kMostStepsOfABarrier),
             [&](trace::Space space, uint64_t address, Use use) {
               const auto at = uses.find({space, address});
               if (at == uses.end()) return true;
               for (const Use& before : at->second) {
                 if (before.thread == use.thread || (before.is_load && use.is_load)) continue;
                 found = Meeting{element_at(arrays_, space, address), before.thread, use.thread,
                                 before.is_load, use.is_load};
                 return false;
               }
               return true;
             });
    return found;
  }

 private:
  static constexpr size_t kFewUses = 3;  // kept of a place

  // Until visit() returns false. Atomics order themselves.
  template <class Visit>
  void each_use(uint32_t begin, uint32_t end, const Visit& visit) const {
    for (uint32_t step = begin; step < end; ++step) {
      const trace::AccessHead& head = recording_.heads[step];
      if (head.space == trace::Space::kConstant || head.operation == trace::Operation::kAtomic)
        continue;
      const trace::Access access = recording_.at(step);
      for (const uint32_t lane : lanes_of(access.mask & ~access.out_of_bounds)) {
        const Use use{access.warp * trace::kWarpSize + lane,
                      access.operation == trace::Operation::kLoad};
        if (!visit(access.space, access.addresses[lane], use)) return;
      }
    }
  }

  const trace::Recording& recording_;
  const std::vector<Array>& arrays_;
};

constexpr uint32_t kTimesPassed = 2;  // that are looked at, of each barrier

std::vector<BarrierLine> barriers_of(const run::Run& run, const std::vector<Array>& arrays) {
  const MeetingSearch search(*run.recording, arrays);
  std::map<std::pair<std::string, uint32_t>, BarrierLine> lines;
  std::map<std::pair<std::string, uint32_t>, std::vector<uint32_t>> intervals;
  for (const trace::BarrierWait& wait : run.recording->waits) {
    const observe::SourceLocation at = observe::source_location(
        *run.program, run.program->spans[wait.pc], run.program->frames_of[wait.pc]);
    BarrierLine& line = lines[{at.file, at.line}];
    line.file = at.file;
    line.line = at.line;
    std::vector<uint32_t>& seen = intervals[{at.file, at.line}];
    if (line.meeting || seen.size() == kTimesPassed ||
        std::find(seen.begin(), seen.end(), wait.interval) != seen.end())
      continue;
    seen.push_back(wait.interval);
    line.meeting = search.between(wait.interval);
  }
  for (const observe::Finding& finding : run.advice) {
    if (finding.kind != observe::FindingKind::kUnneededBarrier) continue;
    const auto at = lines.find({finding.file, finding.line});
    if (at != lines.end()) at->second.can_go = !at->second.meeting;
  }
  std::vector<BarrierLine> all;
  for (auto& [place, line] : lines) all.push_back(std::move(line));
  return all;
}

std::string meeting_words(const BarrierLine& line) {
  const Meeting& meeting = *line.meeting;
  if (meeting.is_loaded_behind)
    return say(
        "Thread {one} stores {element} before the barrier in {line}, thread {other} loads it after "
        "it: without the barrier, that load can come too early.",
        "one"_a = meeting.before, "element"_a = meeting.element,
        "line"_a = line_text(line.file, line.line), "other"_a = meeting.behind);
  if (meeting.is_loaded_before)
    return say(
        "Thread {one} loads {element} before the barrier in {line}, thread {other} stores another "
        "value there after it: without the barrier, that store can come too early.",
        "one"_a = meeting.before, "element"_a = meeting.element,
        "line"_a = line_text(line.file, line.line), "other"_a = meeting.behind);
  return say(
      "Threads {one} and {other} store to {element} before and after the barrier in {line}: "
      "without the barrier, either can be the last.",
      "one"_a = meeting.before, "other"_a = meeting.behind, "element"_a = meeting.element,
      "line"_a = line_text(line.file, line.line));
}

// None where it isn't known of a barrier whether it can go.
std::optional<Question> barrier_question(const std::vector<BarrierLine>& barriers) {
  const BarrierLine* right = nullptr;
  for (const BarrierLine& one : barriers) {
    if (one.can_go == one.meeting.has_value() || (one.can_go && right != nullptr))
      return std::nullopt;
    if (one.can_go) right = &one;
  }
  if (barriers.empty()) return std::nullopt;
  ChoiceList list(say("Which barrier can go without a difference to this run?"));
  for (const BarrierLine& one : barriers) {
    const Belief belief = one.can_go                      ? Belief::kNone
                          : one.meeting->is_loaded_before ? Belief::kOnlyLoadsWait
                                                          : Belief::kStoresAreSeen;
    list.add({one.line, 0},
             {line_text(one.file, one.line), belief, one.can_go ? "" : meeting_words(one), 0});
  }
  list.add(
      {kLast, 0},
      {say("none"), right == nullptr ? Belief::kNone : Belief::kBarriersAreNeeded,
       right == nullptr
           ? ""
           : say("No thread uses after the barrier in {line} what another one uses just before it.",
                 "line"_a = line_text(right->file, right->line)),
       0});
  return std::move(list).finish();
}

std::string factor_text(double factor) {
  return factor < 9.95 ? say("{factor} times", "factor"_a = fmt::format("{:.1f}", factor))
                       : say("{factor} times", "factor"_a = fmt::format("{:.0f}", factor));
}

}  // namespace

RunFacts::RunFacts(const run::Run& run, const std::vector<Array>& arrays)
    : first_step_(run.program->sites.size()), second_step_(run.program->sites.size()) {
  if (run.recording == nullptr) return;
  const trace::StepIndex& steps = run.recording->steps();
  for (uint32_t site = 0; site < first_step_.size(); ++site) {
    first_step_[site] = steps.first({.site = site});
    if (!first_step_[site]) continue;
    const uint32_t warp = run.recording->heads[*first_step_[site]].warp;
    second_step_[site] = steps.next(*first_step_[site], 1, {.warp = warp, .site = site});
  }
  barriers_ = barriers_of(run, arrays);
}

std::optional<Question> RunFacts::coalescing_question(const run::Run& run,
                                                      const Moment& moment) const {
  const auto here = std::find_if(
      run.accesses.begin(), run.accesses.end(),
      [&](const observe::AccessRow& row) { return has_site(row, moment.access.site); });
  if (here == run.accesses.end() || coalescing_of(*here) == Coalescing::kUnclear)
    return std::nullopt;
  const Coalescing wanted =
      coalescing_of(*here) == Coalescing::kYes ? Coalescing::kNo : Coalescing::kYes;
  const auto other =
      std::find_if(run.accesses.begin(), run.accesses.end(),
                   [&](const observe::AccessRow& row) { return coalescing_of(row) == wanted; });
  if (other == run.accesses.end()) return std::nullopt;
  const observe::AccessRow& right = wanted == Coalescing::kYes ? *other : *here;
  const observe::AccessRow& wrong = wanted == Coalescing::kYes ? *here : *other;
  const auto step = first_step_[wrong.sites.front()];
  if (!step) return std::nullopt;
  const trace::Access access = &wrong == &*here ? moment.access : run.recording->at(*step);
  const auto apart = lanes_apart(access);
  if (!apart) return std::nullopt;
  const auto again = second_step_[wrong.sites.front()];
  const bool is_walk = again && walks_along(run.recording->at(*step), run.recording->at(*again));
  const std::string why =
      say("In line {line}, lanes {one} and {other} are {bytes} bytes apart: each transfers a "
          "sector of its own.",
          "line"_a = wrong.line, "one"_a = apart->one, "other"_a = apart->other,
          "bytes"_a = grouped(apart->bytes)) +
      (is_walk ? " " + say("One thread's next element is beside it, but that is another access.")
               : "");
  const uint32_t lanes = &wrong == &*here ? 1u << apart->one | 1u << apart->other : 0;
  ChoiceList list(say("Which of these two accesses coalesces?"));
  list.add({right.line, right.column}, {access_text(run, right), Belief::kNone, "", 0});
  list.add({wrong.line, wrong.column},
           {access_text(run, wrong), is_walk ? Belief::kOneThreadsTime : Belief::kDistanceIsFree,
            why, lanes});
  list.add({kLast, 0}, {say("both"), Belief::kAlwaysCoalesces, why, lanes});
  return std::move(list).finish();
}

std::vector<Question> RunFacts::questions(const run::Run& run, const std::vector<Array>& arrays,
                                          const Moment& moment) const {
  std::vector<Question> all;
  const auto add = [&](std::optional<Question> question) {
    if (question) all.push_back(std::move(*question));
  };
  add(next_question(run, arrays, moment));
  if (moment.access.space == trace::Space::kGlobal) add(coalescing_question(run, moment));
  add(worst_question(run, moment.access.space));
  if (moment.access.space == trace::Space::kShared) add(barrier_question(barriers_));
  return all;
}

std::optional<Question> time_question(const TimePair& times, uint64_t left_passes,
                                      uint64_t right_passes) {
  constexpr double kClear = 1.5;
  const bool is_left_more = left_passes > right_passes;
  const uint64_t more = std::max(left_passes, right_passes),
                 less = std::min(left_passes, right_passes);
  const double slow = is_left_more ? times.left_us : times.right_us,
               fast = is_left_more ? times.right_us : times.left_us;
  if (less == 0 || !(fast > 0) || !(slow > 0)) return std::nullopt;
  const double passes = static_cast<double>(more) / static_cast<double>(less), truth = slow / fast;
  if (passes < kClear || std::abs(passes / truth - 1) < 0.1 || truth < 1) return std::nullopt;
  ChoiceList list(
      say("{more} wavefronts in one run, {less} in the other, {factor}. How many times "
          "as long did the first one take? Measured: {device}.",
          "more"_a = grouped(more), "less"_a = grouped(less), "factor"_a = factor_text(passes),
          "device"_a = times.device));
  const std::string why =
      say("{slow} and {fast} µs were measured: wavefronts are work of one part of the SM, and time "
          "passes in others, too.",
          "slow"_a = fmt::format("{:.3g}", slow), "fast"_a = fmt::format("{:.3g}", fast));
  const auto add = [&](double factor, Belief belief) {
    list.add({static_cast<uint64_t>(std::lround(factor * 100)), 0},
             {factor_text(factor), belief, belief == Belief::kNone ? "" : why, 0});
  };
  add(truth, Belief::kNone);
  add(passes, Belief::kWorkIsTime);
  add(1, Belief::kWorkIsFree);
  return std::move(list).finish();
}

}  // namespace warplens::scene
