// How a run was scheduled, what other schedules make of its arrays, and where it first shows.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::cli {

Json schedule_json(const run::Run& run);
// "order", "lanes".
Json order_json(const launch::Schedule& schedule);
Json difference_json(const whatif::ArrayDifference& difference);
// `run`: whose program the moment's site is of.
Json moment_json(const whatif::FirstMoment& moment, const run::Run& run);
// `run`: the one that the others were held against.
Json schedules_json(const whatif::ScheduleResults& results, const run::Run& run);
void print_schedules(std::ostream& out, const whatif::ScheduleResults& results,
                     const run::Run& run);

}  // namespace warplens::cli
