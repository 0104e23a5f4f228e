// Numbers over the timeline's bars where a step is as wide as its work: how many wavefronts,
// broadcasts or sectors came before.
#pragma once

#include "app/window/frame/timeline.hpp"

namespace warplens::views {

// The distance between two numbers [units]: 1, 2 or 5 times a power of ten, the least that leaves
// them `room` [pixels], which is more than 0.
uint64_t tick_distance(float unit_width, float room);

// One line of small letters below `top`; `units`: of the whole recording. Nothing by steps.
void draw_work_axis(ui::Ui& ui, ImDrawList* list, const TimeScale& scale, float units,
                    scene::Axis axis, float top);

}  // namespace warplens::views
