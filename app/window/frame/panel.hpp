// A panel of the window: each is defined in its own file, kLanesPanel in lanes.cpp, and has a row
// in panels.def. It draws inside the current window (its content region is its space), reads the
// model, and appends what the user did. Nothing is computed in it that a session or scene could
// have made ready.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

// What panels keep between frames and other views use (panel_states.hpp). A panel's own small state
// (zoom, scroll positions) is in ImGui's storage of its window.
struct PanelStates;

// What a panel's tab says beside its name, also while another one is in front.
struct TabMark {
  std::vector<std::string> words;  // "2 errors, 1 hint", "2 errors": the first that has room
  // In the error colour; its tab comes to the front, until the user presses another one.
  bool is_error = false;
};

struct Panel {
  const char* id;                                         // its widget's name
  std::optional<gui::Drawer> drawer = std::nullopt;       // in it; without: always there
  std::optional<Sentence> title = std::nullopt;           // none: no header
  const char* (*title_now)(const gui::State&) = nullptr;  // where it varies
  std::string (*remark)(const gui::State&) = nullptr;     // at the right end of the header
  // Its name under tabs; panels of one slot and one tab are shown together. Without: the title.
  std::optional<Sentence> tab = std::nullopt;
  // The name of a tab of its own where the slot is too low for two panels, one above the other.
  std::optional<Sentence> tab_if_low = std::nullopt;
  bool (*is_shown)(const gui::State&) = nullptr;  // null: always
  TabMark (*mark)(const gui::State&) = nullptr;
  // How much of the height it takes above a panel of the same tab.
  float (*share)(const gui::State&) = nullptr;
  // [pixels] What it needs below a panel that has a share, before that gets it.
  float (*least_height)(const ui::Ui&, const gui::State&) = nullptr;
  // [pixels] The height of all that it draws, at a width. A panel that says so has no tab of its
  // own where there is one other in its slot, but is above that.
  float (*needed_height)(ui::Ui&, const gui::State&, float width) = nullptr;
  // [pixels] The height of all its rows with its title, at a width. It gets that as far as what is
  // above it can do without.
  float (*rows_height)(ui::Ui&, const gui::State&, float width) = nullptr;
  void (*draw)(ui::Ui&, const gui::State&, PanelStates&, gui::Actions&) = nullptr;
  // What covers it; given the panel's rectangle.
  void (*draw_over)(ui::Ui&, const gui::State&, gui::Actions&, const Rect&) = nullptr;
};

// Makes a Panel's draw of a function that needs no state.
template <void (*draw)(ui::Ui&, const gui::State&, gui::Actions&)>
void stateless(ui::Ui& ui, const gui::State& model, PanelStates&, gui::Actions& actions) {
  draw(ui, model, actions);
}

#define WL_PANEL(panel, slot) extern const Panel panel;
#include "app/window/frame/panels.def"
#undef WL_PANEL

}  // namespace warplens::views
