// The page Sweep: counts and times over a parameter.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer sweep_answer(const ui::Theme& theme, const gui::State& model);
void draw_sweep(ui::Ui& ui, const gui::State& model, const ui::Area& area, gui::Actions& actions);
// How far it is, and what is left out.
void draw_sweep_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                        gui::Actions& actions);
// Along which parameter, a line for each value of which other one, and what is counted.
PageChoices sweep_choices(const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
