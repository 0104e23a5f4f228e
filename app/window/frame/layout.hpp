// Where each panel is: a pure function of the window's size and scale, so that no panel's place
// depends on what was drawn before.
#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/session/arrangement.hpp"

namespace warplens::views {

struct Rect {
  ImVec2 pos{0, 0}, size{0, 0};
  ImVec2 max() const { return ImVec2(pos.x + size.x, pos.y + size.y); }
};

// A place for one panel, or for several under tabs.
enum class Slot : uint8_t {
  kSource,
  kSentence,
  kThread,
  kTiles,
  kMemory,
  kLanes,
  kTotals,
  kTimeline
};
inline constexpr size_t kSlots = 8;

enum class WindowColumn : uint8_t { kLeft, kCentre, kRight, kFoot };
inline constexpr size_t kWindowColumns = 4;

// What of the columns a window has room for: too narrow for three, the right one's panels join the
// centre's tabs; too low, all join them, and a picture has all of the width.
enum class Room : uint8_t { kAll, kNarrow, kLow };
WindowColumn column_of(Slot slot, Room room);

// In a small or much enlarged window a column shows one panel at a time, under a bar of tabs.
struct Layout {
  Rect top;
  std::array<Rect, kSlots> slots;
  std::array<bool, kWindowColumns> is_tabbed{};
  std::array<Rect, kWindowColumns> tab_bar;  // empty where the column is not tabbed
  Room room = Room::kAll;
  // The Compare or Sweep view, in the place of the centre and the right column; in a narrow window
  // it has all below the top bar to itself.
  Rect page;
  Rect strip;              // below the top bar; empty where there is none
  Rect judge;              // of a task, below its text or the picture, or beside its goal; likewise
  bool has_right = false;  // a column of drawers at the right

  const Rect& operator[](Slot slot) const { return slots[static_cast<size_t>(slot)]; }
  Rect& operator[](Slot slot) { return slots[static_cast<size_t>(slot)]; }
};

// Of a window so large [pixels].
Room room_of(ImVec2 size, float unit);

// A task's goal at the left and its judge at the right.
std::pair<Rect, Rect> beside(const Rect& whole, float gap);

// What the picture of an access needs of the height that it shares with the tiles.
enum class AccessHeight : uint8_t { kLow, kUsual, kTall };

// [units] The top bar's first row where there are several, and each of the others.
inline constexpr float kFirstBarRow = 5.5f, kBarRow = 4.5f;
inline constexpr float kTabBar = 4.5f;  // [units] the height of a bar of tabs

inline constexpr float kStripHeight = 5;      // [units] 40 pixels at scale 1
inline constexpr float kQuestionHeight = 18;  // [units] in the sentence's place, of a short one

struct LayoutWish {
  ImVec2 size;       // [pixels] of the window
  float unit = 8;    // [pixels] the theme's spacing unit, already scaled
  int bar_rows = 1;  // of the top bar
  AccessHeight access = AccessHeight::kUsual;
  float below_sentence = 0;  // [pixels] for what the sentence's panel has below it
  // [pixels] The slot of the totals gets that as far as the lanes can do without.
  float needed_totals = 0;
  gui::Choices<gui::Drawer> open = gui::everything().open;
  gui::Picture picture = gui::Picture::kBoth;
  bool has_strip = false;
  bool asks = false;   // a question is in the sentence's place
  float question = 0;  // [pixels] which is in sight as a whole in that height; 0: in the usual one
  // The timeline's bars are covered: a low window has only its buttons.
  bool hides_bars = false;
  // [pixels] Of a task: its goal in the sentence's place, its marks below that or the picture; 0:
  // none is open.
  float task = 0, judge = 0;
  float left_share = 0, right_share = 0;  // of the width; 0: the usual one
};
Layout make_layout(const LayoutWish& wish);

}  // namespace warplens::views
