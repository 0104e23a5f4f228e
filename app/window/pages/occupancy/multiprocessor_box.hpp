// A multiprocessor as a box: slots for blocks, and what the resident ones take of its threads, its
// registers and its shared memory, a compartment each.
#pragma once

#include "app/scene/pages/occupancy_scene.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// [pixels] that the box needs at such a width.
float least_box_height(const ui::Ui& ui, const scene::OccupancyScene& scene, float width);
// Blocks drop in one after another, while `entering` goes from 0 to 1. Of a launch that starts.
void draw_multiprocessor_box(ui::Ui& ui, const scene::OccupancyScene& scene, float entering,
                             const Area& area);

}  // namespace warplens::views
