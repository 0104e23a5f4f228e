// The chosen thread's index of the current access, unfolded: text, values, result, and where a
// variable came from.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Draws at the cursor and moves it below; says so where the thread takes no part in the access.
void draw_index(ui::Ui& ui, const gui::State& model);

}  // namespace warplens::views
