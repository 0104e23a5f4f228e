#include "app/study/schedules.hpp"

#include <utility>

#include "app/study/words.hpp"
#include "sim/base/grouped.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/replay/expression_text.hpp"

namespace warplens::study {
namespace {

using base::grouped;
using whatif::ArrayDifference;

uint32_t line_of(const run::Run& run, uint32_t site) {
  const code::AccessSite& access = run.program->sites[site];
  return observe::source_location(*run.program, access.span, access.frame).line;
}

void add_order(Section& section, const launch::Schedule& schedule) {
  section.fact("order", launch::print_order(schedule));
  section.fact("lanes", schedule.independent_lanes ? "independent" : "lockstep");
}

// The first schedule that ends otherwise, and those before it whose run does.
void add_different(Section& section, const whatif::ScheduleResults& results, const run::Run& run) {
  for (const whatif::ScheduleResult& result : results.tried) {
    const std::string schedule = launch::words(result.schedule);
    if (result.ending != run.ending)
      section.line(to_say("{schedule}: the run ends differently", "schedule"_a = schedule));
    if (result.ending == run.ending && result.differences.empty()) continue;
    for (const ArrayDifference& difference : result.differences) {
      section.line(to_say_count(
          "{schedule}: {first} ends as {found} (in this run as {expected}); {number} element of "
          "{array} differs",
          "{schedule}: {first} ends as {found} (in this run as {expected}); {number} elements of "
          "{array} differ",
          difference.count, "schedule"_a = schedule, "number"_a = grouped(difference.count),
          "array"_a = difference.array, "first"_a = difference.first_text,
          "found"_a = replay::number_text(difference.element, difference.found),
          "expected"_a = replay::number_text(difference.element, difference.expected)));
    }
    break;
  }
}

}  // namespace

Section order_facts(const char* key, const launch::Schedule& schedule) {
  Section section{.key = key};
  add_order(section, schedule);
  return section;
}

Section schedule_facts(const run::Run& run) {
  const launch::Schedule& schedule = run.turns ? run.turns->schedule : run.request.launch.schedule;
  Section section = order_facts("schedule", schedule);
  section.fact("takes_turns", run.turns.has_value());
  if (run.turns) section.fact("resident", schedule.resident);
  return section;
}

List list_differences(const std::vector<ArrayDifference>& differences) {
  List list{"differences", {}};
  for (const ArrayDifference& difference : differences) {
    Section& one = list.items.emplace_back();
    one.fact("array", difference.array);
    one.fact("elements", difference.count);
    one.fact("first", difference.first);
    one.fact("expected", replay::number_text(difference.element, difference.expected));
    one.fact("found", replay::number_text(difference.element, difference.found));
  }
  return list;
}

Section moment_facts(const whatif::FirstMoment& moment, const run::Run& run) {
  Section section{.key = "first_moment"};
  section.fact("block", extents_of(moment.block));
  section.fact("thread", moment.warp * trace::kWarpSize + moment.lane);
  section.fact("line", line_of(run, moment.site));
  section.fact("step", moment.step);
  section.fact("expected_step", moment.expected_step);
  section.fact("differs", moment.is_elsewhere ? "address" : "value");
  return section;
}

Section describe(const whatif::ScheduleResults& results, const run::Run& run) {
  const uint32_t different = results.different(run.ending);
  Section section{.key = "schedules"};
  section.fact("tried", results.tried.size());
  section.fact("different", different);
  List list{"results", {}};
  for (const whatif::ScheduleResult& result : results.tried) {
    Section& one = list.items.emplace_back();
    add_order(one, result.schedule);
    one.fact("ending", word(result.ending));
    one.parts.push_back(list_differences(result.differences));
  }
  section.parts.push_back(std::move(list));
  if (results.first_moment) section.parts.push_back(moment_facts(*results.first_moment, run));
  if (results.explained_by) section.fact("explained_by", *results.explained_by);

  const std::string tried = grouped(results.tried.size());
  if (different == 0) {
    section.title =
        to_say("schedules: under all {tried} others, the arrays end the same", "tried"_a = tried);
    return section;
  }
  section.title =
      to_say("schedules: under {different} of {tried} others, the arrays come out different",
             "different"_a = grouped(different), "tried"_a = tried);
  add_different(section, results, run);
  if (results.first_moment) {
    const whatif::FirstMoment& moment = *results.first_moment;
    section.line(to_say("first seen in block {x},{y},{z} by thread {thread} in line {line}",
                        "x"_a = moment.block.x, "y"_a = moment.block.y, "z"_a = moment.block.z,
                        "thread"_a = moment.warp * trace::kWarpSize + moment.lane,
                        "line"_a = line_of(run, moment.site)));
  }
  if (results.explained_by)
    section.line(to_say("because of the race in line {line}",
                        "line"_a = run.findings[*results.explained_by].line));
  return section;
}

}  // namespace warplens::study
