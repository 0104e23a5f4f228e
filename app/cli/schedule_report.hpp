// How a run was scheduled, what other schedules make of its arrays, and where it first shows.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::cli {

Json schedule_json(const engine::Run& run);
// "order", "lanes".
Json order_json(const launch::Schedule& schedule);
Json difference_json(const engine::ArrayDifference& difference);
// `run`: whose program the moment's site is of.
Json moment_json(const engine::FirstMoment& moment, const engine::Run& run);
// `run`: the one that the others were held against.
Json schedules_json(const engine::ScheduleResults& results, const engine::Run& run);
void print_schedules(std::ostream& out, const engine::ScheduleResults& results,
                     const engine::Run& run);

}  // namespace warplens::cli
