// A kept run and the one shown, side by side at the same access.
#pragma once

#include <string>
#include <vector>

#include "app/session/actions.hpp"
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

// What differs between the two runs of a split window.

// Lines of the texts on the left, below all of the left text where the sides have names of their
// own (a task's reference); parameters, accesses with buttons that go there, and totals on
// the right. Widgets: difference:0 and so on.
void draw_differences(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                      const SideNames& names, const Area& area);

// The button that shows it, or the pictures again.
void put_differences_button(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// What the lanes of one access load or store in two runs.

// Lanes that take part in both and have different values; 0 where the moments are not of one array.
uint32_t lanes_that_differ(const scene::Moment& one, const scene::Moment& other);

// A cell a lane with its value, those of `differing` outlined, and red those that are wrong: what
// comes from a cell that nobody has written, or, where no side has such a lane, all that differ.
// In several rows of lanes where the values need the room; "…" where even that is too little.
// `other`: of the other side, may be null.
void draw_lane_values(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                      const scene::Moment* other, uint32_t differing, const Area& area);

// What a run can be put beside where nothing was changed yet: the same lesson with another value
// of what its text is compiled with (tile, padding), or a lesson of the same arrays.
struct Partner {
  std::string words;   // "Pad 0"
  gui::Action action;  // that brings it, on the right
};
// The most telling first; empty for a text that is no lesson.
std::vector<Partner> partners_of(const gui::State& model);

}  // namespace warplens::views
