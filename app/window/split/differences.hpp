// What differs between the two runs of a split window.
#pragma once

#include "app/window/access/picture.hpp"
#include "app/window/split/split.hpp"

namespace warplens::views {

// Lines of the texts on the left; parameters, accesses with buttons that go there, and totals on
// the right. Widgets: difference:0 and so on.
void draw_differences(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                      const SideNames& names, const Area& area);

// The button that shows it, or the pictures again.
void put_differences_button(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
