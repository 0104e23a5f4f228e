// The chosen thread's index of the current access, unfolded: text, values, result, and where a
// variable came from.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Draws at the cursor and moves it below; says so where the thread takes no part in the access.
void draw_index(ui::Ui& ui, const gui::State& model);
// The same in these letters at a place; its height, 0 where the thread takes no part or the access
// has no index. [pixels]
float index_height(ui::Ui& ui, const gui::State& model, ImFont* font, float width);
void draw_index_at(ui::Ui& ui, const gui::State& model, ImFont* font, ImVec2 at, float width);

}  // namespace warplens::views
