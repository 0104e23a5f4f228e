// The Compare and Sweep views' frame: which of the two, measuring with its progress, what this
// machine has and where the numbers come from. The views themselves are comparison.cpp and
// sweep.cpp.
#pragma once

#include <string>

#include "app/window/frame/layout.hpp"
#include "app/window/frame/panel.hpp"

namespace warplens::views {

// Draws the chosen page into the rectangle.
void draw_page(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// Inside the page, below its head.
void draw_comparison(ui::Ui& ui, const gui::State& model, gui::Actions& actions);
void draw_sweep(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// The other page, or back to the steps where it is shown already.
void turn_to(gui::Page page, gui::Actions& actions);
// The same for a button or key that is the page's: where the form covers it, that is closed.
void press_page(gui::Page page, const gui::State& model, gui::Actions& actions);

// "measured here by NVIDIA H200", "no GPU here: ...".
std::string machine_words(const gui::Measuring& measuring);
// The name of a column, of an operation in a space: "recorded", "shared load".
const char* name_of(scene::Column column);
std::string name_of(trace::Space space, trace::Operation operation);
// Bars, points and column heads of one origin have one colour.
ImU32 color_of(const ui::Theme& theme, scene::Column column);

// Below the sentence: the button that repeats the selected access on the GPU, and what came out.
// Returns the height that it wants; draws nothing where there is neither. The row's height is the
// same at every step, for the layout.
float measured_access_row(const ui::Ui& ui);
float measured_access_height(const ui::Ui& ui, const gui::State& model);
void draw_measured_access(ui::Ui& ui, const gui::State& model, gui::Actions& actions, ImVec2 at,
                          float width);

}  // namespace warplens::views
