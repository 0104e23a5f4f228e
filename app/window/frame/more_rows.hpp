// The strip over the lower edge of a panel whose rows go on below, which says how many follow: a
// press on it brings them into sight.
#pragma once

#include <cstddef>
#include <string_view>

#include "app/window/frame/layout.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Of the current panel; rows that end below its top edge are behind it.
Rect more_rows_strip(const ui::Ui& ui);
// Takes a press; before the rows behind it are drawn, which would take it.
void press_more_rows(ui::Ui& ui, std::string_view name, const Rect& strip);
void draw_more_rows(ui::Ui& ui, const Rect& strip, size_t count);

// The same of a panel that holds no rows alone: while it lives, what is drawn ends at the strip's
// edge, if more is below it.
class MoreBelow {
 public:
  MoreBelow(ui::Ui& ui, std::string_view name);
  ~MoreBelow();
  MoreBelow(const MoreBelow&) = delete;
  MoreBelow& operator=(const MoreBelow&) = delete;

 private:
  ui::Ui& ui_;
  Rect strip_;
  bool has_more_ = false;
  size_t first_text_ = 0, first_widget_ = 0;  // of the probe's that are drawn since then
};

}  // namespace warplens::views
