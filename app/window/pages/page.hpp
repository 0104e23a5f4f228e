// A page in the place of the steps: its head, its picture and what is below it, whichever page it
// is (pages.hpp); and what pages about a GPU have in common.
#pragma once

#include <string>

#include "app/window/frame/layout.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/kit/area.hpp"

namespace warplens::views {

// Draws the chosen page into the rectangle.
void draw_page(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// In its area at the cursor the picture, or why there is none.
void draw_page_picture(ui::Ui& ui, const gui::State& model, const ui::Area& area,
                       gui::Actions& actions);

// The stage shows the page that is open, and not the access: only its question, the answer and the
// picture, in large letters. It fills the display and takes no keys.
bool is_page_on_stage(const gui::State& model);
void draw_page_stage(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Where the numbers of a page about a GPU come from, in one paragraph; "" of the others.
std::string origins_of(const gui::State& model);

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
