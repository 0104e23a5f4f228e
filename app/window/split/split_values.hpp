// What the lanes of one access load or store in two runs.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// Lanes that take part in both and have different values; 0 where the moments are not of one array.
uint32_t lanes_that_differ(const scene::Moment& one, const scene::Moment& other);

// A cell a lane with its value, those of `differing` outlined, and red those that are wrong: what
// comes from a cell that nobody has written, or, where no side has such a lane, all that differ.
// In several rows of lanes where the values need the room; "…" where even that is too little.
// `other`: of the other side, may be null.
void draw_lane_values(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                      const scene::Moment* other, uint32_t differing, const Area& area);

}  // namespace warplens::views
