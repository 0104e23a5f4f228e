// Three columns, or two, over a timeline. All sizes are worked out in spacing units (8 pixels at
// scale 1), so that scaling the window up is the same as making it smaller.
#include "app/window/frame/layout.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace warplens::views {

namespace {

Rect rect(float x, float y, float width, float height) {
  return Rect{ImVec2(std::floor(x), std::floor(y)), ImVec2(std::floor(width), std::floor(height))};
}

bool& is_tabbed(Layout& layout, WindowColumn column) {
  return layout.is_tabbed[static_cast<size_t>(column)];
}

Rect& tab_bar(Layout& layout, WindowColumn column) {
  return layout.tab_bar[static_cast<size_t>(column)];
}

constexpr float kLeastColumn = 30, kLeastCentre = 40;  // [units] of what is dragged narrower
constexpr float kFoot = 6.5f;                          // [units] of a timeline's buttons alone
constexpr float kLeastSource = 10;                     // [units] above a question
constexpr float kMostShare = 0.5f;                     // of the width, of the source

// [pixels] The theme's unit, the gap between panels, the height of a bar of tabs.
struct Spacing {
  float unit, gap, tab;
};

// What a bar of tabs at the top of a column leaves of it.
Rect below_tabs(const Rect& column, float tab) {
  return rect(column.pos.x, column.pos.y + tab, column.size.x, column.size.y - tab);
}

// At the bottom of the column, which is so much shorter then; nothing of it where no task is open.
void place_judge(Layout& layout, Rect& column, float needed, float gap) {
  if (needed <= 0) return;
  const float judge = std::floor(std::min(needed, column.size.y * 0.45f));
  column.size.y -= judge + gap;
  layout.judge = rect(column.pos.x, column.max().y + gap, column.size.x, judge);
}

// `sentence`: the height of the sentence's panel.
void place_left(Layout& layout, const Rect& column, float sentence, const LayoutWish& wish,
                const Spacing& spacing) {
  const auto [unit, gap, tab] = spacing;
  const auto [x, y] = column.pos;
  const auto [width, height] = column.size;
  if (!wish.open.has(gui::Drawer::kThread)) {
    is_tabbed(layout, WindowColumn::kLeft) = false;
    layout[Slot::kSource] = rect(x, y, width, height - sentence - gap);
    layout[Slot::kSentence] = rect(x, y + height - sentence, width, sentence);
    layout[Slot::kThread] = layout[Slot::kSource];
    return;
  }
  if (is_tabbed(layout, WindowColumn::kLeft)) {
    tab_bar(layout, WindowColumn::kLeft) = rect(x, y, width, tab);
    layout[Slot::kSource] = layout[Slot::kThread] =
        rect(x, y + tab, width, height - sentence - gap - tab);
    layout[Slot::kSentence] = rect(x, y + height - sentence, width, sentence);
    return;
  }
  const float thread = std::floor(std::clamp(height * 0.33f, unit * 12, unit * 36));
  const float source = height - sentence - thread - 2 * gap;
  layout[Slot::kSource] = rect(x, y, width, source);
  layout[Slot::kSentence] = rect(x, y + source + gap, width, sentence);
  layout[Slot::kThread] = rect(x, y + source + sentence + 2 * gap, width, thread);
}

void place_centre(Layout& layout, const Rect& column, AccessHeight access, const Spacing& spacing) {
  const auto [x, y] = column.pos;
  const auto [width, height] = column.size;
  if (is_tabbed(layout, WindowColumn::kCentre)) {
    tab_bar(layout, WindowColumn::kCentre) = rect(x, y, width, spacing.tab);
    layout[Slot::kTiles] = layout[Slot::kMemory] = below_tabs(column, spacing.tab);
    return;
  }
  constexpr float kTilesShare[] = {0.54f, 0.47f, 0.36f};  // by AccessHeight
  const float tiles = std::floor(height * kTilesShare[static_cast<size_t>(access)]);
  layout[Slot::kTiles] = rect(x, y, width, tiles);
  layout[Slot::kMemory] = rect(x, y + tiles + spacing.gap, width, height - tiles - spacing.gap);
}

// In a narrow window its panels share the centre's tabs, which are placed before.
void place_right(Layout& layout, const Rect& column, const LayoutWish& wish,
                 const Spacing& spacing) {
  const auto [x, y] = column.pos;
  const auto [width, height] = column.size;
  if (!layout.has_right) {
    layout[Slot::kLanes] = layout[Slot::kTotals] = layout[Slot::kTiles];
    return;
  }
  if (!wish.open.has(gui::Drawer::kLanes) || !wish.open.has(gui::Drawer::kTotals)) {
    is_tabbed(layout, WindowColumn::kRight) = false;
    layout[Slot::kLanes] = layout[Slot::kTotals] = column;
    return;
  }
  if (is_tabbed(layout, WindowColumn::kRight)) {
    tab_bar(layout, WindowColumn::kRight) = rect(x, y, width, spacing.tab);
    layout[Slot::kLanes] = layout[Slot::kTotals] = below_tabs(column, spacing.tab);
    return;
  }
  const float usual = std::min(height * 0.72f, spacing.unit * 84);
  constexpr float kAllLanes = 56;  // [units] 32 rows of the smallest letters below their head
  const float least = spacing.unit * kAllLanes;
  const float lanes = std::floor(
      std::clamp(height - spacing.gap - wish.needed_totals, std::min(least, usual), usual));
  layout[Slot::kLanes] = rect(x, y, width, lanes);
  layout[Slot::kTotals] = rect(x, y + lanes + spacing.gap, width, height - lanes - spacing.gap);
}

}  // namespace

std::pair<Rect, Rect> beside(const Rect& whole, float gap) {
  constexpr float kGoal = 0.42f;  // of the width: marks are one line each
  const float width = std::floor((whole.size.x - gap) * kGoal), x = whole.pos.x + width + gap;
  return {rect(whole.pos.x, whole.pos.y, width, whole.size.y),
          rect(x, whole.pos.y, whole.max().x - x, whole.size.y)};
}

Room room_of(ImVec2 size, float unit) {
  constexpr float kNarrow = 115, kLow = 50;  // [units]
  if (size.y < kLow * unit) return Room::kLow;
  return size.x < kNarrow * unit ? Room::kNarrow : Room::kAll;
}

WindowColumn column_of(Slot slot, Room room) {
  switch (slot) {
    case Slot::kSource:
    case Slot::kSentence:
    case Slot::kThread:
      return room == Room::kLow ? WindowColumn::kCentre : WindowColumn::kLeft;
    case Slot::kTiles:
    case Slot::kMemory:
      return WindowColumn::kCentre;
    case Slot::kLanes:
    case Slot::kTotals:
      return room == Room::kAll ? WindowColumn::kRight : WindowColumn::kCentre;
    case Slot::kTimeline:
      break;
  }
  return WindowColumn::kFoot;
}

namespace {

// One column: the bar, tabs, the picture, the buttons of the timeline.
Layout low_layout(const LayoutWish& wish, float gap) {
  constexpr float kBar = 6;  // [units]
  const ImVec2 size = wish.size;
  const float unit = wish.unit, top = std::floor(unit * kBar), tab = std::floor(unit * kTabBar);
  Layout layout;
  layout.room = Room::kLow;
  is_tabbed(layout, WindowColumn::kCentre) = true;
  layout.top = rect(0, 0, size.x, top);
  const float foot = std::floor(unit * kFoot);
  layout[Slot::kTimeline] = rect(0, size.y - foot, size.x, foot);
  const float strip = wish.has_strip ? std::floor(unit * kStripHeight) + gap : 0;
  if (wish.has_strip) layout.strip = rect(0, top + gap, size.x, strip - gap);
  const float y = top + strip + gap, bottom = size.y - foot - gap;
  tab_bar(layout, WindowColumn::kCentre) = rect(0, y, size.x, tab);
  // A long goal has half of it, as it is read beside its marks.
  const float least = (bottom - y) * 0.4f, most = (bottom - y) * 0.5f;
  const float question = wish.task > 0 ? std::floor(std::clamp(wish.task, least, most))
                         : wish.asks   ? std::floor(least)
                                       : 0;
  const Rect picture = rect(0, y + tab, size.x, bottom - y - tab - question);
  layout.slots.fill(picture);
  layout[Slot::kTimeline] = rect(0, size.y - foot, size.x, foot);
  layout[Slot::kSentence] = rect(0, bottom - question, size.x, question);
  if (wish.judge > 0)
    std::tie(layout[Slot::kSentence], layout.judge) = beside(layout[Slot::kSentence], gap);
  layout.page = rect(0, y, size.x, size.y - y);
  return layout;
}

}  // namespace

Layout make_layout(const LayoutWish& wish) {
  const ImVec2 size = wish.size;
  const float unit = wish.unit;
  const float width = size.x / unit;  // [units]
  const float height = size.y / unit;
  const float gap = std::max(std::floor(unit / 8), 1.0f);
  Layout layout;
  layout.room = room_of(size, unit);
  if (layout.room == Room::kLow) return low_layout(wish, gap);
  const bool is_narrow = layout.room == Room::kNarrow;
  is_tabbed(layout, WindowColumn::kLeft) = height < 90;
  is_tabbed(layout, WindowColumn::kCentre) =
      height < 80 || width < 120 || wish.picture != gui::Picture::kBoth;
  is_tabbed(layout, WindowColumn::kRight) = height < 115 || width < 120;

  const float top = std::floor(
      unit *
      (wish.bar_rows > 1 ? kFirstBarRow + kBarRow * static_cast<float>(wish.bar_rows - 1) : 6.0f));
  const float strip = wish.has_strip ? std::floor(unit * kStripHeight) + gap : 0;
  // The judge is below the text where that leaves it some lines, else below the picture, and the
  // timeline has its buttons only; likewise where its bars are hidden.
  constexpr float kJudgeBelowText = 80, kHiddenBars = 60;  // [units]
  const bool is_judge_aside = wish.judge > 0 && height < kJudgeBelowText;
  const bool has_bars = !is_judge_aside && !(wish.hides_bars && height < kHiddenBars);
  const float timeline =
      std::floor((has_bars ? std::clamp(height * 0.17f, 13.0f, 22.0f) : kFoot) * unit);
  const float middle = size.y - top - strip - timeline - 2 * gap;
  layout.has_right =
      !is_narrow && (wish.open.has(gui::Drawer::kLanes) || wish.open.has(gui::Drawer::kTotals));
  const float usual_left = std::clamp(size.x * (is_narrow ? 0.42f : 0.325f), 0.0f, 84 * unit);
  const float usual_right = std::clamp(size.x * 0.235f, 39 * unit, 58 * unit);
  const float left =
      std::floor(wish.left_share > 0 ? std::clamp(size.x * wish.left_share, kLeastColumn * unit,
                                                  size.x * kMostShare)
                                     : usual_left);
  const float right =
      !layout.has_right
          ? 0.0f
          : std::floor(wish.right_share > 0
                           ? std::clamp(size.x * wish.right_share, kLeastColumn * unit,
                                        size.x - left - kLeastCentre * unit)
                           : usual_right);
  const float centre = size.x - left - gap - (layout.has_right ? right + gap : 0.0f);
  layout.top = rect(0, 0, size.x, top);
  layout[Slot::kTimeline] = rect(0, size.y - timeline, size.x, timeline);

  const float y = top + strip + gap;
  if (wish.has_strip) layout.strip = rect(0, top + gap, size.x, strip - gap);
  const float x = left + gap;
  const Spacing spacing{unit, gap, std::floor(unit * kTabBar)};
  // Two lines of the smallest letters at least. Where no drawer has the index that is below the
  // sentence, which is the only text then: as long as usual in the letters of titles, a third
  // longer in the usual ones.
  const bool has_thread = wish.open.has(gui::Drawer::kThread);
  const float share = has_thread ? 0.29f : 0.4f, most = has_thread ? 11.0f : 26.0f;
  const float sentence = std::floor(
      wish.task > 0 ? std::min(wish.task, middle * 0.4f)
      : wish.asks   ? std::min(std::max(unit * kQuestionHeight, wish.question),
                               std::max(middle * 0.4f, middle - unit * kLeastSource))
                    : std::clamp(middle * share, unit * 7, unit * most) + wish.below_sentence);
  Rect left_column{ImVec2(0, y), ImVec2(left, middle)};
  Rect centre_column{ImVec2(x, y), ImVec2(centre, middle)};
  place_judge(layout, is_judge_aside ? centre_column : left_column, wish.judge, gap);
  place_left(layout, left_column, sentence, wish, spacing);
  place_centre(layout, centre_column, wish.access, spacing);
  place_right(layout, Rect{ImVec2(x + centre + gap, y), ImVec2(right, middle)}, wish, spacing);
  layout.page =
      is_narrow ? rect(0, y, size.x, size.y - y) : rect(x, y, size.x - x, centre_column.size.y);
  return layout;
}

}  // namespace warplens::views
