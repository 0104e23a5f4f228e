// The table of panels (panels.def) in use: which tabs a column of the window has, and their panels
// drawn where the layout has room for them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/gui/views/layout.hpp"
#include "app/gui/views/panel.hpp"

namespace warplens::views {

// The tab that is chosen in each column, by its English name; "": the first.
using ChosenTabs = std::array<std::string_view, kWindowColumns>;

// Draws a column's panels, or those of the chosen tab. Returns those drawn.
std::vector<const Panel*> draw_column(ui::Ui& ui, const gui::Model& model, PanelStates& states,
                                      ChosenTabs& chosen, gui::Actions& actions,
                                      const Layout& layout, WindowColumn column);

// A tab that the model no longer has gives its place to its neighbour in the slot.
void leave_hidden_tabs(const gui::Model& model, ChosenTabs& chosen);

}  // namespace warplens::views
