// Parts of the window that are there on demand, and what leads through a lesson above them.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

struct Bar;

// Those that are open: errors open the totals, where they are listed, until somebody closes them.
gui::Choices<gui::Drawer> open_drawers(const gui::State& model);
void open_drawer(const gui::State& model, gui::Drawer drawer, gui::Actions& actions);
// A small cross that closes it, whose right end is there [pixels]; returns the room that it takes,
// alone that with `is_drawn` unset.
float put_close(ui::Ui& ui, const gui::State& model, gui::Drawer drawer, ImVec2 right,
                bool is_drawn, gui::Actions& actions);
// All are opened; if all are open, none stays so.
void toggle_all_drawers(const gui::State& model, gui::Actions& actions);

// The list of them in the top bar, and its width there [pixels].
void put_details(Bar& bar, const gui::State& model, gui::Actions& actions);
float details_width(const ui::Ui& ui);

// In place of what the lesson says, which may be the answer, while something is asked.
const char* lesson_is_silent();
// Whether the lesson has something to say above the panels.
bool has_strip(const gui::State& model);
// Its sentences one at a time, with the way to the next.
void draw_strip(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// The edges of the source and of the drawers, which can be dragged. After the panels.
void draw_column_edges(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Layout& layout);

}  // namespace warplens::views
