// What the text does without a part of it (or with an atomic), beside what it does as written. A
// click in the source asks for it (source_edits.hpp).
#pragma once

#include <string>

#include "app/window/frame/panel.hpp"

namespace warplens::views {

// In the place of the centre and the right column, while State::edited is of the run shown.
void draw_edited(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// What the steps beside the page show, where that is another moment than the page's; "" where it is
// the same one, or there is no page.
std::string other_moment_words(const gui::State& model);

}  // namespace warplens::views
