// The page Divergence: a row a lane, time to the right, in the colours of a branch's sides; below
// it the lines at which lanes part, with what that costs, and each lane's trips through the loops.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer divergence_answer(const ui::Theme& theme, const gui::State& model);
void draw_divergence(ui::Ui& ui, const gui::State& model, const ui::Area& area,
                     gui::Actions& actions);
void draw_divergence_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                             gui::Actions& actions);
// The warps beside the chosen one, and the way to the first whose lanes part.
PageChoices divergence_choices(const gui::State& model, gui::Actions& actions);
std::vector<std::string> divergence_caveats(const gui::State& model);

}  // namespace warplens::views
