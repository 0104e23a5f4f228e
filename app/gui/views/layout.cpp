// Three columns, or two, over a timeline. All sizes are worked out in spacing units (8 pixels at
// scale 1), so that scaling the window up is the same as making it smaller.
#include "app/gui/views/layout.hpp"

#include <algorithm>
#include <cmath>

namespace warplens::views {

namespace {

Rect rect(float x, float y, float width, float height) {
  return Rect{ImVec2(std::floor(x), std::floor(y)), ImVec2(std::floor(width), std::floor(height))};
}

}  // namespace

WindowColumn column_of(Slot slot, bool is_narrow) {
  switch (slot) {
    case Slot::kSource:
    case Slot::kSentence:
    case Slot::kThread:
      return WindowColumn::kLeft;
    case Slot::kTiles:
    case Slot::kMemory:
      return WindowColumn::kCentre;
    case Slot::kLanes:
    case Slot::kTotals:
      return is_narrow ? WindowColumn::kCentre : WindowColumn::kRight;
    case Slot::kTimeline:
      break;
  }
  return WindowColumn::kFoot;
}

Layout make_layout(ImVec2 size, float unit, int bar_rows, bool has_tall_banks,
                   float below_sentence) {
  const float width = size.x / unit;  // [units]
  const float height = size.y / unit;
  const float gap = std::max(std::floor(unit / 8), 1.0f);
  Layout layout;
  const auto is_tabbed = [&](WindowColumn column) -> bool& {
    return layout.is_tabbed[static_cast<size_t>(column)];
  };
  const auto tab_bar = [&](WindowColumn column) -> Rect& {
    return layout.tab_bar[static_cast<size_t>(column)];
  };
  layout.is_narrow = width < 115;
  is_tabbed(WindowColumn::kLeft) = height < 90;
  is_tabbed(WindowColumn::kCentre) = height < 80 || width < 120;
  is_tabbed(WindowColumn::kRight) = height < 115 || width < 120;

  const float top = std::floor(
      unit * (bar_rows > 1 ? kFirstBarRow + kBarRow * static_cast<float>(bar_rows - 1) : 6.0f));
  const float timeline = std::floor(std::clamp(height * 0.17f, 13.0f, 22.0f) * unit);
  const float middle = size.y - top - timeline - 2 * gap;
  const float left =
      std::floor(std::clamp(size.x * (layout.is_narrow ? 0.42f : 0.325f), 0.0f, 84 * unit));
  const float right =
      layout.is_narrow ? 0.0f : std::floor(std::clamp(size.x * 0.235f, 39 * unit, 58 * unit));
  const float centre = size.x - left - gap - (layout.is_narrow ? 0.0f : right + gap);
  layout.top = rect(0, 0, size.x, top);
  layout[Slot::kTimeline] = rect(0, size.y - timeline, size.x, timeline);

  const float y = top + gap;
  const float tab = std::floor(unit * kTabBar);
  // Two lines of the smallest letters at least.
  const float sentence =
      std::floor(std::clamp(middle * 0.29f, unit * 7, unit * 11) + below_sentence);
  layout[Slot::kSentence] = rect(0, y + middle - sentence, left, sentence);
  if (is_tabbed(WindowColumn::kLeft)) {
    tab_bar(WindowColumn::kLeft) = rect(0, y, left, tab);
    layout[Slot::kSource] = layout[Slot::kThread] =
        rect(0, y + tab, left, middle - sentence - gap - tab);
  } else {
    const float thread = std::floor(std::clamp(middle * 0.33f, unit * 12, unit * 36));
    const float source = middle - sentence - thread - 2 * gap;
    layout[Slot::kSource] = rect(0, y, left, source);
    layout[Slot::kSentence].pos.y = y + source + gap;
    layout[Slot::kThread] = rect(0, y + source + sentence + 2 * gap, left, thread);
  }

  const float x = left + gap;
  if (is_tabbed(WindowColumn::kCentre)) {
    tab_bar(WindowColumn::kCentre) = rect(x, y, centre, tab);
    layout[Slot::kTiles] = layout[Slot::kMemory] = rect(x, y + tab, centre, middle - tab);
  } else {
    const float tiles = std::floor(middle * (has_tall_banks ? 0.36f : 0.47f));
    layout[Slot::kTiles] = rect(x, y, centre, tiles);
    layout[Slot::kMemory] = rect(x, y + tiles + gap, centre, middle - tiles - gap);
  }

  layout.page = layout.is_narrow ? rect(0, y, size.x, size.y - y) : rect(x, y, size.x - x, middle);

  const float side = x + centre + gap;
  if (layout.is_narrow) {
    layout[Slot::kLanes] = layout[Slot::kTotals] = layout[Slot::kTiles];
  } else if (is_tabbed(WindowColumn::kRight)) {
    tab_bar(WindowColumn::kRight) = rect(side, y, right, tab);
    layout[Slot::kLanes] = layout[Slot::kTotals] = rect(side, y + tab, right, middle - tab);
  } else {
    const float lanes = std::floor(std::min(middle * 0.72f, unit * 84));
    layout[Slot::kLanes] = rect(side, y, right, lanes);
    layout[Slot::kTotals] = rect(side, y + lanes + gap, right, middle - lanes - gap);
  }
  return layout;
}

}  // namespace warplens::views
