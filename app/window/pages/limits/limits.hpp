// The page Device limits: what the launch takes of each limit as bars; below them all launches of
// the text, and each limit of the device with what it means.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer limits_answer(const ui::Theme& theme, const gui::State& model);
// Nothing until `model.limits` is there.
void draw_device_limits(ui::Ui& ui, const gui::State& model, const ui::Area& area,
                        gui::Actions& actions);
void draw_limit_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                        gui::Actions& actions);
std::vector<std::string> limits_caveats(const gui::State& model);

// The launches of the text. Nothing where State::launch_list is null.
void draw_launch_list(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
