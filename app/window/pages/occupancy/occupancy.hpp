// How many blocks are resident on a multiprocessor: a box of its resources, what limits them, and
// curves on which a block's needs can be dragged.
#pragma once

#include "app/scene/pages/occupancy_scene.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// A multiprocessor as a box: slots for blocks, and what the resident ones take of its threads, its
// registers and its shared memory, a compartment each.

// [pixels] that the box needs at such a width.
float least_box_height(const ui::Ui& ui, const scene::OccupancyScene& scene, float width);
// Blocks drop in one after another, while `entering` goes from 0 to 1. Of a launch that starts.
void draw_multiprocessor_box(ui::Ui& ui, const scene::OccupancyScene& scene, float entering,
                             const ui::Area& area);

// A button that takes back what is tried; nothing where nothing is.
PageChoices occupancy_choices(const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
