// What the top bar is put together from: a row that is filled from both ends, and items that know
// their width before they are drawn, so that a row is begun where one does not fit: nothing is left
// out.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/window/frame/top_bar.hpp"
#include "app/window/kit/choices.hpp"

namespace warplens::views {

struct Bar {
  ui::Ui& ui;
  float x, right;  // [pixels] the free stretch of the row
  float y, height;

  float centre(float item) const { return y + (height - item) / 2; }
};

struct BarItem {
  float width;  // [pixels]
  float gap;    // [pixels] behind it
  std::function<void(Bar&, TopBarState&, gui::Actions&)> draw;
};
using BarItems = std::vector<BarItem>;

// The rows that the items take where each is `width` pixels wide; at least one.
int rows_of(const BarItems& items, float width);

float button_height(const ui::Ui& ui);

// At the left end of the free stretch, which shrinks by it and the gap. A text is cut where the
// stretch ends.
void put_text(Bar& bar, ImFont* font, ImU32 color, std::string_view text, float gap);
bool put_button(Bar& bar, std::string_view name, std::string_view label, ui::ButtonLook look,
                float gap);
inline bool put_button(Bar& bar, std::string_view name, std::string_view label, bool on,
                       float gap) {
  return put_button(bar, name, label, on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain, gap);
}
// At its right end.
bool put_button_right(Bar& bar, std::string_view name, std::string_view label, ui::ButtonLook look);
inline bool put_button_right(Bar& bar, std::string_view name, std::string_view label, bool on) {
  return put_button_right(bar, name, label,
                          on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain);
}

// The chosen lesson's or file's name with the list of all below it, the lesson's own words, what is
// not saved. The chooser gets narrower where the stretch does not hold all three.
void put_chooser(Bar& bar, const gui::State& model, TopBarState& state, gui::Actions& actions);
void put_about(Bar& bar, const gui::State& model, gui::Actions& actions);
void put_save(Bar& bar, const gui::State& model, gui::Actions& actions);
// A low window has one row: parameters and launch are in a list, "Setup", of that width [pixels].
bool is_bar_folded(const ui::Ui& ui);
float setup_width(const ui::Ui& ui);
// [pixels] what they want, with gaps; 0 where there is nothing to show.
float chooser_width(const ui::Ui& ui, const gui::State& model);
float about_width(const ui::Ui& ui, const gui::State& model);
float save_width(const ui::Ui& ui, const gui::State& model);

// At the right end: a button, and under it a list of all pages.
void put_page_list(Bar& bar, const gui::State& model, gui::Actions& actions);

// The lesson's parameters, the form's button, the launch, its block and device.
void add_parameters(const ui::Ui& ui, const gui::State& model, BarItems& items);
void add_launch(const ui::Ui& ui, const gui::State& model, BarItems& items);

// Which of the text's launches is shown, from 0, and of how many: of those that were run one after
// another, else of those in the host code. One where it has no others.
struct ShownLaunch {
  uint32_t index = 0, count = 1;
};
ShownLaunch shown_launch(const gui::State& model);

}  // namespace warplens::views
