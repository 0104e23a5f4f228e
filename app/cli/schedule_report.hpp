// How a run was scheduled, and what other schedules make of its arrays.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "sim/engine/schedules.hpp"

namespace warplens::cli {

Json schedule_json(const engine::Run& run);
// `run`: the one that the others were held against.
Json schedules_json(const engine::ScheduleResults& results, const engine::Run& run);
void print_schedules(std::ostream& out, const engine::ScheduleResults& results,
                     const engine::Run& run);

}  // namespace warplens::cli
