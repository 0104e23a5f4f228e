// A kept run and the one shown, side by side at the same access.
#pragma once

#include <string>

#include "app/session/state.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// How the two runs of a split window are called: by what differs first of kernel, parameter,
// device, schedule; else "before" and "now".
struct SideNames {
  std::string left, right;
};
SideNames side_names(const gui::State& model);

// The window must be split, and a moment be shown.
void draw_split(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// The same access of both runs, pass by pass, in the area: without the panel around it. There is
// such an access (model.split.step).
void draw_split_passes(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Area& area);

}  // namespace warplens::views
