// What a page offers to choose, as one quiet row: flat segments where all have room beside each
// other, else lists behind a word and a triangle. Tabs are words with a line below the one that is
// shown. Neither looks like a button, which does something.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

struct Choice {
  std::string widget, words;
  bool is_on = false;
  std::function<void()> take;
  std::string tooltip = {};
  bool is_possible = true;  // else faint, and nothing comes of a press
};

enum class ChoiceForm : uint8_t {
  kSegments,  // a list where the row has no room for them
  kList,
  kButtons,  // what is done
};

struct ChoiceGroup {
  std::string widget;   // of its list
  std::string caption;  // before it; "" where its words say what they are of
  std::vector<Choice> choices;
  ChoiceForm form = ChoiceForm::kSegments;
};

// [pixels] of a group as segments, or as what else it has to be, and as a list.
struct ChoiceWidths {
  float wide = 0, narrow = 0;
};
// Which of them are narrow so that all are within `room` [pixels]: the one that gains most first.
// All are where that is not enough.
std::vector<bool> narrow_choices(const std::vector<ChoiceWidths>& groups, float room);

// One row of at most `width` pixels at the cursor, which is then below it. Where not even lists
// have room, all groups but buttons are behind one. Returns where the row ends at the right.
float draw_choices(Ui& ui, const std::vector<ChoiceGroup>& groups, float width);
float choices_height(const Ui& ui);  // [pixels]

// At the cursor, which is then behind it. True when pressed.
bool tab(Ui& ui, std::string_view name, std::string_view words, bool is_shown);
float tab_width(const Ui& ui, std::string_view words);  // [pixels] with the gap behind it
float tab_height(const Ui& ui);

// Begins the popup with its upper end at `at`, inside the window, at least so wide; Escape closes
// it. EndPopup only where this is true.
bool begin_popup_at(const char* id, ImVec2 at, float width = 0);

}  // namespace warplens::ui
