// How many blocks are resident on a multiprocessor: a box of its resources, what limits them, and
// curves on which a block's needs can be dragged.
#pragma once

#include "app/scene/pages/occupancy_scene.hpp"
#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// A multiprocessor as a box: slots for blocks, and what the resident ones take of its threads, its
// registers and its shared memory, a compartment each.

// [pixels] that the box needs at such a width.
float least_box_height(const ui::Ui& ui, const scene::OccupancyScene& scene, float width);
// Blocks drop in one after another, while `entering` goes from 0 to 1. Of a launch that starts.
void draw_multiprocessor_box(ui::Ui& ui, const scene::OccupancyScene& scene, float entering,
                             const Area& area);

// At the cursor, to the end of the window; nothing until `model.occupancy` is there.
void draw_occupancy(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// A button that takes back what is tried; nothing where nothing is.
void put_occupancy_reset(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

}  // namespace warplens::views
