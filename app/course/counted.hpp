// Which of a stop's questions ask to count what its access takes, and the lanes that show whoever
// typed another number that it is wrong.
#pragma once

#include <optional>

#include "app/course/lesson.hpp"
#include "app/course/stop_run.hpp"
#include "app/study/access_lanes.hpp"

namespace warplens::course {

// Of a question whose truth is that fact of the stop's own access, and nothing else.
std::optional<study::Counted> counted_by(const Stop& stop);

// The lanes of that access; none where the question counts nothing of it. `run` is done, without an
// error.
study::CountingLanes counting_lanes(const Stop& stop, const StopRun& run);

}  // namespace warplens::course
