// Where each panel lies: a pure function of the window's size and scale, so that no panel's place
// depends on what was drawn before.
#pragma once

#include <imgui.h>

namespace warplens::views {

struct Rect {
  ImVec2 pos{0, 0}, size{0, 0};
  ImVec2 max() const { return ImVec2(pos.x + size.x, pos.y + size.y); }
};

// In a small or much enlarged window the centre and the right column show one panel at a time,
// under tabs; the tabs' rectangles are empty otherwise.
// A window too narrow for three columns has no right one: its panels join the centre's tabs
// (`is_narrow`).
struct Layout {
  Rect top, source, sentence, thread, tiles, lower, lanes, totals, timeline;
  bool left_tabs = false, centre_tabs = false, side_tabs = false;
  bool is_narrow = false;
  Rect left_tab_bar, centre_tab_bar, side_tab_bar;
  // The Compare or Sweep view, in the place of the centre and the right column; in a narrow window
  // it has all below the top bar to itself.
  Rect page;
};

// [units] The top bar's first row where there are several, and each of the others.
inline constexpr float kFirstBarRow = 5.5f, kBarRow = 4.5f;

// `size` [pixels]; `unit` is the theme's spacing unit, already scaled; the top bar has `bar_rows`
// rows; `below_sentence` [pixels] is for what stands in the sentence's panel below it.
Layout make_layout(ImVec2 size, float unit, int bar_rows, bool has_tall_banks = false,
                   float below_sentence = 0);

}  // namespace warplens::views
