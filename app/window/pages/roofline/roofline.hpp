// The launch in the roofline model: a chart with both axes logarithmic, the bytes' level, and two
// scales on which bandwidth and peak are dragged.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer roofline_answer(const ui::Theme& theme, const gui::State& model);
void draw_roofline(ui::Ui& ui, const gui::State& model, const ui::Area& area,
                   gui::Actions& actions);
void draw_roofline_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                           gui::Actions& actions);
// Which bytes are counted; a button that takes back what is tried.
PageChoices roofline_choices(const gui::State& model, gui::Actions& actions);
std::vector<std::string> roofline_caveats(const gui::State& model);

}  // namespace warplens::views
