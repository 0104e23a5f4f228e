// The table of panels (panels.def) in use: which tabs a column of the window has, and their panels
// drawn where the layout has room for them.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/frame/layout.hpp"
#include "app/window/frame/panel.hpp"

namespace warplens::views {

// The tab that is chosen in each column.
struct ChosenTabs {
  std::array<std::string_view, kWindowColumns> names{};  // in English; "": the first
  // The text (State::document) in which the user pressed a tab while another one had come to the
  // front (TabMark::is_error): there none does so any more.
  std::array<std::optional<uint32_t>, kWindowColumns> pressed_in{};
  // The picture that the state named when its tab came to the front.
  std::optional<gui::Picture> picture = std::nullopt;
  // The text (State::document) for which a fitting one came to the front, and the picture that the
  // state named then.
  std::optional<std::pair<uint32_t, gui::Picture>> fitted = std::nullopt;
  uint32_t arrangements = 0;  // State::arrangements, for which it was named
  // The text and the step for which the picture of the access has, as it is asked about.
  std::optional<std::pair<uint32_t, uint32_t>> asked_at = std::nullopt;
};

// Draws a column's panels, or those of the chosen tab. Returns those drawn.
std::vector<const Panel*> draw_column(ui::Ui& ui, const gui::State& model, PanelStates& states,
                                      ChosenTabs& chosen, gui::Actions& actions,
                                      const Layout& layout, WindowColumn column);

// [pixels] The height that the panels of a slot need, at its width; 0: what the layout gives them.
float needed_height(ui::Ui& ui, const gui::State& model, Slot slot, float width);

// The panel's tab is in front wherever it shares its place, as if it was pressed.
void bring_forward(const Panel& panel, Room room, ChosenTabs& chosen);

// A tab that the model no longer has gives its place to its neighbour in the slot.
void leave_hidden_tabs(const gui::State& model, ChosenTabs& chosen);

}  // namespace warplens::views
