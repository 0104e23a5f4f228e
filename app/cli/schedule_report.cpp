#include "app/cli/schedule_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/table.hpp"
#include "app/cli/words.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/replay/expression_text.hpp"

namespace warplens::cli {

namespace {

uint32_t line_of(const run::Run& run, uint32_t site) {
  const code::AccessSite& access = run.program->sites[site];
  return observe::source_location(*run.program, access.span, access.frame).line;
}

}  // namespace

Json order_json(const launch::Schedule& schedule) {
  return {{"order", launch::print_order(schedule)},
          {"lanes", schedule.independent_lanes ? "independent" : "lockstep"}};
}

Json difference_json(const whatif::ArrayDifference& difference) {
  return {{"array", difference.array},
          {"elements", difference.count},
          {"first", difference.first},
          {"expected", replay::number_text(difference.element, difference.expected)},
          {"found", replay::number_text(difference.element, difference.found)}};
}

Json moment_json(const whatif::FirstMoment& moment, const run::Run& run) {
  return {{"block", {moment.block.x, moment.block.y, moment.block.z}},
          {"thread", moment.warp * trace::kWarpSize + moment.lane},
          {"line", line_of(run, moment.site)},
          {"step", moment.step},
          {"expected_step", moment.expected_step},
          {"differs", moment.is_elsewhere ? "address" : "value"}};
}

Json schedule_json(const run::Run& run) {
  const launch::Schedule& schedule = run.turns ? run.turns->schedule : run.request.launch.schedule;
  Json json = order_json(schedule);
  json["takes_turns"] = run.turns.has_value();
  if (run.turns) json["resident"] = schedule.resident;
  return json;
}

Json schedules_json(const whatif::ScheduleResults& results, const run::Run& run) {
  Json json = {{"tried", results.tried.size()},
               {"different", results.different(run.ending)},
               {"results", Json::array()}};
  for (const whatif::ScheduleResult& result : results.tried) {
    Json one = order_json(result.schedule);
    one["ending"] = word(result.ending);
    one["differences"] = Json::array();
    for (const whatif::ArrayDifference& difference : result.differences)
      one["differences"].push_back(difference_json(difference));
    json["results"].push_back(std::move(one));
  }
  if (results.first_moment) json["first_moment"] = moment_json(*results.first_moment, run);
  if (results.explained_by) json["explained_by"] = *results.explained_by;
  return json;
}

void print_schedules(std::ostream& out, const whatif::ScheduleResults& results,
                     const run::Run& run) {
  const uint32_t different = results.different(run.ending);
  const std::string tried = grouped(results.tried.size());
  out << "\n";
  if (different == 0) {
    out << say("schedules: under all {tried} others, the arrays end the same", "tried"_a = tried)
        << "\n";
    return;
  }
  out << say("schedules: under {different} of {tried} others, the arrays come out different",
             "different"_a = grouped(different), "tried"_a = tried)
      << "\n";
  const auto line = [&](const std::string& text) { out << "  " << text << "\n"; };
  for (const whatif::ScheduleResult& result : results.tried) {
    if (result.ending != run.ending)
      line(say("{schedule}: the run ends differently",
               "schedule"_a = launch::words(result.schedule)));
    if (result.ending == run.ending && result.differences.empty()) continue;
    for (const whatif::ArrayDifference& difference : result.differences) {
      line(
          say_count("{schedule}: {first} ends as {found} (in this run as {expected}); {number} "
                    "element of {array} differs",
                    "{schedule}: {first} ends as {found} (in this run as {expected}); {number} "
                    "elements of {array} differ",
                    difference.count, "schedule"_a = launch::words(result.schedule),
                    "number"_a = grouped(difference.count), "array"_a = difference.array,
                    "first"_a = difference.first_text,
                    "found"_a = replay::number_text(difference.element, difference.found),
                    "expected"_a = replay::number_text(difference.element, difference.expected)));
    }
    break;
  }
  if (results.first_moment) {
    const whatif::FirstMoment& moment = *results.first_moment;
    line(say("first seen in block {x},{y},{z} by thread {thread} in line {line}",
             "x"_a = moment.block.x, "y"_a = moment.block.y, "z"_a = moment.block.z,
             "thread"_a = moment.warp * trace::kWarpSize + moment.lane,
             "line"_a = line_of(run, moment.site)));
  }
  if (results.explained_by) {
    line(say("because of the race in line {line}",
             "line"_a = run.findings[*results.explained_by].line));
  }
}

}  // namespace warplens::cli
