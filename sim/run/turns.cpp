#include "sim/run/run.hpp"

#include "sim/base/say.hpp"

namespace warplens::run {

std::string turns_words(const Turns& turns) {
  return say_count("Schedule {schedule}, {number} block at a time: counts are of this schedule.",
                   "Schedule {schedule}, {number} blocks at a time: counts are of this schedule.",
                   turns.schedule.resident, "schedule"_a = launch::words(turns.schedule),
                   "number"_a = turns.schedule.resident);
}

}  // namespace warplens::run
