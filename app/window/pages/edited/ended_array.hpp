// An array as a run leaves it, with the elements in which another run's array differs.
#pragma once

#include "app/window/kit/ui.hpp"
#include "sim/whatif/ended_array.hpp"

namespace warplens::views {

// Draws the part's values in the run that was found or expected as cells, those that differ lit, as
// right or wrong; values only where all of them fit. Returns its height [pixels].
float draw_ended_array(ui::Ui& ui, const whatif::EndedArray& part, bool is_found, bool is_right,
                       ImVec2 at, float width);

}  // namespace warplens::views
