// How a run was scheduled, what other schedules make of its arrays, and where that first shows.
#pragma once

#include "app/study/section.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::study {

// For programs: "schedule" of a run.
Section schedule_facts(const run::Run& run);
// "order", "lanes".
Section order_facts(const char* key, const launch::Schedule& schedule);
List list_differences(const std::vector<whatif::ArrayDifference>& differences);
// "first_moment"; `run`: whose program the moment's site is of.
Section moment_facts(const whatif::FirstMoment& moment, const run::Run& run);

// `run --schedules`; `run`: the one that the others were held against.
Section describe(const whatif::ScheduleResults& results, const run::Run& run);

}  // namespace warplens::study
