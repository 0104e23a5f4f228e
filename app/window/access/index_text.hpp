// The chosen thread's index of the current access, unfolded: text, values, result, and where a
// variable came from.
#pragma once

#include <initializer_list>

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Draws at the cursor and moves it below; says so where the thread takes no part in the access.
void draw_index(ui::Ui& ui, const gui::State& model);
// The first of these fonts in which that is at most so high, and how high it is [pixels]; null
// where none is, the thread takes no part, or the access has no index.
struct IndexFit {
  ImFont* font = nullptr;
  float height = 0;
};
IndexFit fit_index(ui::Ui& ui, const gui::State& model, std::initializer_list<ImFont*> fonts,
                   ImVec2 most);
// The same in these letters at a place.
void draw_index_at(ui::Ui& ui, const gui::State& model, ImFont* font, ImVec2 at, float width);

}  // namespace warplens::views
